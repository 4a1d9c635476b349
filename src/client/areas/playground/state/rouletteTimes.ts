import type { RouletteTuning } from '#/client/platform/theme/tuning.ts';
import { stopOffsetPx } from '#/client/stage/roulette/spin/spinDriver.ts';
import { seedOf } from '#/client/stage/roulette/spin/strip.ts';
import {
  cutShort,
  endAtMs,
  land,
  newSpin,
  phaseStartMs,
  restAtMs,
} from '#/client/stage/roulette/spin/timeline.ts';
import type { Conditions } from './conditions.ts';

interface RouletteTimes {
  /** End of all motion. */
  endMs: number;
  marks: { label: string; atMs: number }[];
}

/** Times of a spin under these conditions, ms. In a very wide window it may last a little longer. */
export function rouletteTimes(
  tuning: RouletteTuning,
  { delay, skip, pace, draw }: Pick<Conditions, 'delay' | 'skip' | 'pace' | 'draw'>,
): RouletteTimes {
  const paces = { full: {}, quick: tuning.quickSpin, still: tuning.stillSpin };
  const plan = newSpin({ ...tuning.spin, ...paces[pace] }, tuning.startIndex);
  const offsetPx = pace === 'still' ? 0 : stopOffsetPx(seedOf(draw), tuning.maxOffsetPx);
  const landed = land(plan, delay, offsetPx);
  const cutAtMs = Math.max(skip, delay);
  const isCut = skip > 0 && cutAtMs < restAtMs(landed);
  const spin = isCut ? cutShort(landed, cutAtMs, tuning.skip) : landed;
  return {
    endMs: endAtMs(spin) + tuning.afterglowMs,
    marks: [
      { label: 'Start', atMs: 0 },
      { label: 'Top speed', atMs: phaseStartMs(spin, 'constant') },
      { label: isCut ? 'Skip' : 'Brake', atMs: phaseStartMs(spin, 'decelerating') },
      { label: 'Stop', atMs: restAtMs(spin) },
      { label: 'Result', atMs: endAtMs(spin) },
    ],
  };
}
