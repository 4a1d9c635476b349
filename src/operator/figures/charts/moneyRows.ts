import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { daysOf } from '#/contract/operator/figures/dayRange.ts';

/** Money of a day in cents: payments by provider, and refunds. */
export type DayRow = { day: string } & Record<string, number | string>;
/** Key of the refunds beside the names of providers. */
export const BACK = 'back';

/** Lists the days of a range with their money. Days without money have zeroes. */
export function moneyRows({ from, to, money }: Pick<Dashboard, 'from' | 'to' | 'money'>): {
  providers: string[];
  rows: DayRow[];
} {
  const totals = new Map<string, number>();
  for (const { provider, paidCents } of money) totals.set(provider, (totals.get(provider) ?? 0) + paidCents);
  // the largest provider is at the bottom of the stack
  const providers = [...totals]
    .toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .map(([name]) => name);
  const rows = daysOf({ from, to }).map((day) => {
    const row: DayRow = { day, [BACK]: 0 };
    for (const provider of providers) row[provider] = 0;
    return row;
  });
  const byDay = new Map(rows.map((row) => [row.day, row]));
  for (const { day, provider, paidCents, refundedCents, chargedBackCents } of money) {
    const row = byDay.get(day);
    if (!row) continue;
    row[provider] = paidCents;
    row[BACK] = Number(row[BACK]) - refundedCents - chargedBackCents;
  }
  return { providers, rows };
}
