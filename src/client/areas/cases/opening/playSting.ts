import type { Rarity } from '#/contract/cases.ts';
import { play } from '#/client/platform/media/sound.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

/**
 * Plays the sound of a prize so that its climax comes with the result. The sounds of the rarest prizes build up, so
 * they start while the prize still shines on the roulette; if it shines for less time, they start in the middle (R3).
 * @returns a function that calls off a sound that has not started
 */
export function playSting(
  rarity: Rarity,
  { isQuick, isSkipped }: { isQuick: boolean; isSkipped: boolean },
): () => void {
  const { spin, quickSpin, stillSpin, skip } = tuning.roulette;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const { finalMs } = isStill ? stillSpin : isSkipped ? skip : isQuick ? quickSpin : spin;
  const waitMs = finalMs - tuning.sound.riseMs[rarity];
  if (waitMs > 0) {
    const timer = setTimeout(() => play(rarity), waitMs);
    return () => clearTimeout(timer);
  }
  play(rarity, -waitMs);
  return () => {};
}
