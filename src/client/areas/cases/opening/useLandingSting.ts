import { useEffect } from 'react';
import type { Rarity } from '#/contract/cases.ts';
import { play } from '../sound.ts';
import { tuning } from '../tuning.ts';

const prefersNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Plays the sting of a prize so that its blow falls as the result appears: those of the rarest rise to it, so they begin
 * while the prize still shines on the wheel, and in the middle of their rise where it shines for less (R3).
 * @param landed the rarity on which the wheel stopped; null while it turns
 */
export function useLandingSting(landed: Rarity | null, isQuick: boolean): void {
  useEffect(() => {
    if (!landed) return undefined;
    const { spin, quickSpin, stillSpin } = tuning.roulette;
    const { finalMs } = prefersNoMotion() ? stillSpin : isQuick ? quickSpin : spin;
    const waitMs = finalMs - tuning.sound.riseMs[landed];
    if (waitMs <= 0) {
      play(landed, -waitMs);
      return undefined;
    }
    const timer = setTimeout(() => play(landed), waitMs);
    return () => clearTimeout(timer);
    // the pace of this spin is the one that it began with
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [landed]);
}
