import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { SetVatRate, VatRate } from '#/contract/operator/vat.ts';
import { vatRates } from '#/server/platform/db/tables/orders.ts';
import { STARTING_RATES } from './startingRates.ts';

/** Lists all rates by country, the newest first, with those that no owner has confirmed. */
export const listRates = (tx: Pick<NodePgDatabase, 'select'>): Promise<VatRate[]> =>
  tx
    .select({
      country: vatRates.country,
      from: vatRates.fromDay,
      basisPoints: vatRates.basisPoints,
      isConfirmed: vatRates.isConfirmed,
    })
    .from(vatRates)
    .orderBy(vatRates.country, sql`${vatRates.fromDay} DESC`);

/** Returns the confirmed rate of a country on a day; null without one. */
export async function rateOn(
  tx: NodePgDatabase,
  { country, from }: Pick<VatRate, 'country' | 'from'>,
): Promise<number | null> {
  const { rows } = await tx.execute<{ basisPoints: number }>(
    sql`SELECT basis_points AS "basisPoints" FROM vat_rates WHERE country = ${country} AND from_day <= ${from}
      AND is_confirmed ORDER BY from_day DESC LIMIT 1`,
  );
  return rows[0]?.basisPoints ?? null;
}

/**
 * Sets the rate of a country from a day on. A rate that begins on the same day is replaced. To set it again as it is
 * confirms it.
 * @param isConfirmed false for an offer, with which no VAT is computed
 */
export async function setRate(
  tx: NodePgDatabase,
  { country, from: fromDay, basisPoints }: SetVatRate,
  isConfirmed = true,
): Promise<void> {
  const set = { basisPoints, isConfirmed };
  await tx
    .insert(vatRates)
    .values({ country, fromDay, ...set })
    .onConflictDoUpdate({ target: [vatRates.country, vatRates.fromDay], set });
}

/**
 * Sets and confirms a rate, but only over the rate of that country and day that the owner has seen (O9).
 * @param seen null for none
 * @returns false if it is another one; nothing has changed then
 */
export async function replaceRate(
  tx: NodePgDatabase,
  { country, from: fromDay, basisPoints }: SetVatRate,
  seen: Pick<VatRate, 'basisPoints' | 'isConfirmed'> | null,
): Promise<boolean> {
  const set = { basisPoints, isConfirmed: true };
  const changed = seen
    ? await tx
        .update(vatRates)
        .set(set)
        .where(
          and(
            eq(vatRates.country, country),
            eq(vatRates.fromDay, fromDay),
            eq(vatRates.basisPoints, seen.basisPoints),
            eq(vatRates.isConfirmed, seen.isConfirmed),
          ),
        )
    : await tx
        .insert(vatRates)
        .values({ country, fromDay, ...set })
        .onConflictDoNothing();
  return changed.rowCount === 1;
}

/** Adds the starting rates of countries that have no rate yet, as offers. @returns the added rates */
export async function importRates(tx: NodePgDatabase): Promise<SetVatRate[]> {
  const known = new Set((await listRates(tx)).map(({ country }) => country));
  const missing = STARTING_RATES.filter(({ country }) => !known.has(country));
  for (const rate of missing) await setRate(tx, rate, false);
  return missing;
}

/** Counts the paid orders of a country whose VAT follows from a rate that begins on a day. */
export async function ordersOfRate(
  tx: NodePgDatabase,
  { country, from }: Pick<VatRate, 'country' | 'from'>,
): Promise<number> {
  const { rows } = await tx.execute<{ orders: number }>(
    sql`SELECT count(*)::int AS orders FROM orders WHERE currency = 'EUR' AND buyer_country = ${country}
      AND paid_at >= ${from}::timestamp AT TIME ZONE 'UTC'
      AND paid_at < coalesce((SELECT min(from_day) FROM vat_rates WHERE country = ${country} AND is_confirmed
          AND from_day > ${from})::timestamp
        AT TIME ZONE 'UTC', 'infinity')`,
  );
  return rows[0]!.orders;
}
