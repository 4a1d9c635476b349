import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { UsedIds } from '#/contract/operator/catalogue/drafts.ts';
import { caseItems, cases } from '#/server/platform/db/tables/cases.ts';
import { referralMilestones } from '#/server/platform/db/tables/referral.ts';
import { goods } from '#/server/platform/db/tables/shop.ts';

/** The highest id of each kind that was ever published. These tables keep what left the catalogue. */
export async function usedIds(db: NodePgDatabase): Promise<UsedIds> {
  const highest = (table: typeof cases | typeof caseItems | typeof goods | typeof referralMilestones) =>
    sql`(SELECT coalesce(max(${table.id}), 0)::int FROM ${table})`;
  const { rows } = await db.execute<UsedIds & Record<string, number>>(sql`SELECT ${highest(cases)} AS cases,
    ${highest(caseItems)} AS items, ${highest(goods)} AS goods, ${highest(referralMilestones)} AS milestones`);
  return rows[0]!;
}
