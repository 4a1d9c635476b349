import type { InterleavingFigure } from './interleavings.ts';
import type { ModelFigure } from './runs.ts';

interface ModelFigures {
  T8: ModelFigure;
  T9: InterleavingFigure;
}

/** The bounds that the figures do not meet, in words. */
export function brokenModelBounds({ T8, T9 }: ModelFigures): string[] {
  const { acts } = T8;
  const bounds: [string, boolean][] = [
    ['T8 server and model agree after every step, and the invariants hold', T8.counterexample === undefined],
    ['T8 the far corners were reached', T8.counterexample !== undefined || isThorough(T8)],
    ['T9 two operations at once come to what one after the other does', T9.counterexamples.length === 0],
    ['T9 no deadlock', T9.deadlocks === 0],
    ['T9 operations waited for each other', T9.lockWaits > 0 && T9.statements > T9.races],
    ['T8 T9 something was done', (acts.order ?? 0) > 0 && T9.races > 0],
  ];
  return bounds.filter(([, isMet]) => !isMet).map(([bound]) => bound);
}

const isThorough = ({ acts, opened, rewards, rewardsTaken, stepsInDebt }: ModelFigure): boolean =>
  Math.min(opened, rewards, rewardsTaken, stepsInDebt, acts.winDispute ?? 0, acts.repeatCall ?? 0) > 0;
