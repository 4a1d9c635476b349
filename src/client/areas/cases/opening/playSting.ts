import { prefersNoMotion } from '#/client/platform/theme/motion.ts';
import type { Rarity } from '#/contract/cases.ts';
import { play } from '#/client/platform/media/sound.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

/**
 * Plays the sound of one of several reels. Reels that land together are silent but for the last one: so many sounds at
 * once would be noise (R3).
 */
export function playRowSting(rarity: Rarity, isSkipped: boolean): void {
  if (!isSkipped && !prefersNoMotion()) play(rarity);
}

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
  const { finalMs } = prefersNoMotion() ? stillSpin : isSkipped ? skip : isQuick ? quickSpin : spin;
  const waitMs = finalMs - tuning.sound.riseMs[rarity];
  if (waitMs > 0) {
    const timer = setTimeout(() => play(rarity), waitMs);
    return () => clearTimeout(timer);
  }
  play(rarity, -waitMs);
  return () => {};
}
