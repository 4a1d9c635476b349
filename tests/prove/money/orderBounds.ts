import type { HotSpotFigure } from './hotSpots.ts';
import type { MixedFigure } from './mixedPurchases.ts';
import type { ChaosFigure } from './webhookChaos.ts';

interface OrderFigures {
  T1: MixedFigure;
  T2: HotSpotFigure;
  T7: ChaosFigure;
}

/** The bounds that the figures do not meet, in words. */
export function brokenOrderBounds({ T1, T2, T7 }: OrderFigures): string[] {
  const bounds: [string, boolean][] = [
    [
      'T1 every snapshot of the balances sums to 0',
      T1.snapshots >= T1.snapshotsWanted && T1.unbalanced === 0,
    ],
    ['T1 no answer is a 5xx other than "try again"', T1.failed.length === 0],
    ['T1 no coin is lost and none is doubled', T1.wrongCoins === 0],
    ['T1 invariants', Object.keys(T1.broken).length === 0],
    ['T2 exactly the permitted number takes place each round', T2.wrong.length === 0 && T2.rounds > 0],
    ['T2 invariants', Object.keys(T2.broken).length === 0],
    ['T7 every order ends where its story says', T7.wrong.length === 0],
    ['T7 no coin is lost and none is doubled', T7.wrongCoins === 0],
    ['T7 no forged webhook is taken', T7.forgedTaken === 0 && T7.tampered > 0],
    ['T7 the books are the same whatever order the webhooks came in', T7.ledgers.length === 1],
    ['T7 invariants', Object.keys(T7.broken).length === 0],
  ];
  return bounds.filter(([, isMet]) => !isMet).map(([bound]) => bound);
}
