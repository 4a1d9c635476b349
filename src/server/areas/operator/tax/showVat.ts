import { sql } from 'drizzle-orm';
import { addDays } from '#/contract/operator/figures/dayRange.ts';
import { MOST_COUNTED } from '#/contract/operator/site.ts';
import type { VatQuery, VatRatesReply, VatReply } from '#/contract/operator/vat.ts';
import { vatRows } from '#/server/domain/figures/vatRows.ts';
import { DOUBTFUL } from '#/server/domain/tax/doubtful.ts';
import { STARTING_RATES } from '#/server/domain/tax/startingRates.ts';
import { listRates } from '#/server/domain/tax/vatRates.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** SQL condition on `orders r`: paid on these days (UTC), for this server. */
export const paidWithin = ({ from, to, server }: VatQuery) =>
  sql`r.paid_at >= ${from}::timestamp AT TIME ZONE 'UTC' AND r.paid_at < ${addDays(to, 1)}::timestamp AT TIME ZONE 'UTC'
    AND (${server ?? null}::text IS NULL OR r.quote ->> 'serverKey' = ${server ?? null})`;

/** Shows the VAT of a range by month, country and rate (O25). */
export async function showVat({ db }: Pick<Deps, 'db'>, query: VatQuery): Promise<VatReply> {
  const { rows } = await db.execute<{ doubts: number }>(sql`SELECT count(*)::int AS doubts FROM
    (SELECT FROM orders r WHERE ${DOUBTFUL} AND ${paidWithin(query)} LIMIT ${MOST_COUNTED}) found`);
  return { rows: await vatRows(db, query), doubts: rows[0]!.doubts };
}

/** Lists the rates in force, and those that can be imported. */
export const showRates = async ({ db }: Pick<Deps, 'db'>): Promise<VatRatesReply> => ({
  rates: await listRates(db),
  starting: [...STARTING_RATES],
});
