import type { Tiles } from '#/contract/operator/figures/dashboard.ts';
import type { Figure, Period } from './readFigures.ts';
import type { Metric } from './sources.ts';
import { medianWait } from './waits.ts';

/** Parts of a coin in `openedWorth`. */
const PARTS_OF_COIN = 100;

/** Sums up the figures of a metric. */
export const totalOf = (figures: readonly Figure[], metric: Metric, isMeant: (figure: Figure) => boolean) =>
  figures.reduce((sum, figure) => sum + (figure.metric === metric && isMeant(figure) ? figure.value : 0), 0);

/** Returns the number of waits in each step. */
export function waitsOf(figures: readonly Figure[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { metric, detail, value } of figures)
    if (metric === 'handedOver') counts.set(Number(detail), (counts.get(Number(detail)) ?? 0) + value);
  return counts;
}

/** The numbers of a range. */
export function tilesOf(all: readonly Figure[], period: Exclude<Period, 'earlier'>, payers: number): Tiles {
  const figures = all.filter((figure) => figure.period === period);
  const total = (metric: Metric, detail?: string) =>
    totalOf(figures, metric, (figure) => detail === undefined || figure.detail === detail);
  const balance = (metric: Metric) =>
    totalOf(all, metric, (figure) => period === 'now' || figure.period !== 'now');
  const paidCents = total('paidCents');
  const refundedCents = total('refundedCents');
  const chargedBackCents = total('chargedBackCents');
  const orders = total('ordersPaid');
  const carts = total('begunCarts');
  const openedWorth = total('openedWorth');
  return {
    paidCents,
    refundedCents,
    chargedBackCents,
    netCents: paidCents - refundedCents - chargedBackCents,
    orders,
    payers,
    averageCents: orders === 0 ? null : Math.round(paidCents / orders),
    conversion: carts === 0 ? null : total('begunPaid') / carts,
    openings: total('openings'),
    returned: openedWorth === 0 ? null : (total('coinsIssued', 'prizes') * PARTS_OF_COIN) / openedWorth,
    walletCoins: balance('walletCoins'),
    owedCoins: -balance('debtCoins'),
    handedOver: total('handedOver'),
    medianSeconds: medianWait(waitsOf(figures)),
    signUps: total('signUps'),
    confirmed: total('confirmed'),
  };
}
