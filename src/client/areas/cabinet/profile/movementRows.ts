import type { Movement } from '#/contract/referral.ts';

/** A line of the history: one movement, or what one press moved. */
export interface MovementRow extends Movement {
  /** How many movements it stands for. */
  count: number;
}

/** Causes with one movement for each prize, of which one press may exchange many. */
const OF_MANY: ReadonlySet<string> = new Set(['coupon', 'couponUndone']);

/**
 * Joins the prizes that were exchanged together, or put back together, to one line with their sum (C3). They were moved in
 * one transaction, so they have the same time. The prizes are named only if they are all alike.
 */
export function movementRows(movements: readonly Movement[]): MovementRow[] {
  const rows: MovementRow[] = [];
  for (const movement of movements) {
    const last = rows.at(-1);
    const { reason, date, amount, subject } = movement;
    if (last && OF_MANY.has(reason) && last.reason === reason && last.date === date)
      rows[rows.length - 1] = {
        ...last,
        amount: last.amount + amount,
        subject: last.subject === subject ? subject : null,
        count: last.count + 1,
      };
    else rows.push({ ...movement, count: 1 });
  }
  return rows;
}
