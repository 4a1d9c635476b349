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
 * @returns a function that cancels a sound that has not started, and tells whether there was one
 */
export function playSting(
  rarity: Rarity,
  { isQuick, isSkipped }: { isQuick: boolean; isSkipped: boolean },
): () => boolean {
  const { spin, quickSpin, stillSpin, skip } = tuning.roulette;
  const { finalMs } = prefersNoMotion() ? stillSpin : isSkipped ? skip : isQuick ? quickSpin : spin;
  return playUntil(rarity, finalMs);
}

/** Plays the sound of a prize whose light the player has just cut short, as `playSting` does (R3). */
export const playCutSting = (rarity: Rarity): (() => boolean) =>
  playUntil(rarity, tuning.roulette.skip.finalMs);

/** @param climaxMs time until the climax */
function playUntil(rarity: Rarity, climaxMs: number): () => boolean {
  const waitMs = climaxMs - tuning.sound.riseMs[rarity];
  let isPending = waitMs > 0;
  if (!isPending) {
    play(rarity, -waitMs);
    return () => false;
  }
  const timer = setTimeout(() => {
    isPending = false;
    play(rarity);
  }, waitMs);
  return () => {
    const wasPending = isPending;
    isPending = false;
    clearTimeout(timer);
    return wasPending;
  };
}
