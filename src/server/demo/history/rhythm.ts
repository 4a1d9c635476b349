import type { Random } from './random.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Beginning and end of a history. */
export interface Span {
  endsAt: Date;
  days: number;
}

/** Share of the history after which the promotion begins, and its length in days. */
const PROMOTION = { begins: 0.64, days: 4 } as const;
/** Factor of the site's activity during the promotion. */
const PROMOTION_RUSH = 2.2;
/** Activity by day of the week, Sunday first. */
const OF_WEEKDAY = [1.25, 0.8, 0.8, 0.9, 1, 1.35, 1.5];
/** Activity by hour in UTC: low at night, highest in the evening of Kyiv and Moscow. */
const OF_HOUR = [2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 19, 21, 20, 16, 11, 7, 4];

/** Beginning and end of the promotion. */
export function promotionOf({ endsAt, days }: Span): { from: Date; to: Date } {
  const beganMs = endsAt.getTime() - days * DAY_MS;
  const fromMs = beganMs + Math.floor(days * PROMOTION.begins) * DAY_MS;
  return { from: new Date(fromMs), to: new Date(fromMs + Math.min(PROMOTION.days, days) * DAY_MS) };
}

/** Activity of the site at a time: it grows slowly, and depends on week, hour and promotion. */
function busyAt(span: Span, at: Date): number {
  const { from, to } = promotionOf(span);
  const age = 1 - (span.endsAt.getTime() - at.getTime()) / (span.days * DAY_MS);
  const rush = at >= from && at < to ? PROMOTION_RUSH : 1;
  return (0.6 + 0.6 * age) * OF_WEEKDAY[at.getUTCDay()]! * OF_HOUR[at.getUTCHours()]! * rush;
}

/**
 * Returns a function that draws moments, more of them when the site is busy.
 * @param random draws; each call takes two numbers
 */
export function momentsOf(span: Span, random: Random): (notBefore?: Date) => Date {
  const hours = span.days * 24;
  const endMs = span.endsAt.getTime();
  const sums: number[] = [];
  for (let hour = 0; hour < hours; hour++)
    sums.push((sums.at(-1) ?? 0) + busyAt(span, new Date(endMs - (hours - hour) * HOUR_MS)));
  return (notBefore) => {
    const skipped = notBefore
      ? Math.min(hours - 1, Math.max(0, hours - Math.ceil((endMs - notBefore.getTime()) / HOUR_MS)))
      : 0;
    const before = skipped === 0 ? 0 : sums[skipped - 1]!;
    const wanted = before + random.fraction() * (sums.at(-1)! - before);
    const hour = sums.findIndex((sum) => sum > wanted);
    const at = endMs - (hours - hour) * HOUR_MS + Math.floor(random.fraction() * HOUR_MS);
    return new Date(Math.max(at, notBefore?.getTime() ?? at));
  };
}
