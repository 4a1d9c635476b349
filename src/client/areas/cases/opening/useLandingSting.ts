import { useEffect } from 'react';
import type { Rarity } from '#/contract/cases.ts';
import { play } from '#/client/platform/media/sound.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

const prefersNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Plays the sound of a prize so that its climax comes with the result. The sounds of the rarest prizes build up, so
 * they start while the prize still shines on the roulette; if it shines for less time, they start in the middle (R3).
 * @param landed rarity on which the roulette stopped; null while it spins
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
    // uses the pace with which this spin began
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [landed]);
}
