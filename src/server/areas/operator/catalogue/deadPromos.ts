import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Mistake } from '#/contract/operator/catalogue/mistake.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { catalogueRevisions } from '#/server/platform/db/tables/operators/catalogue.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/**
 * Finds new or changed promotions that the banner could not show, because their code does not exist, is stopped, has
 * ended or never ends (O21). Promotions of any revision are left alone: when their code ends the banner goes by itself,
 * and rolling back must not wait for a code.
 */
export async function deadPromos(
  db: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { landing }: Catalogue,
): Promise<Mistake[]> {
  const changed: typeof landing.promos = [];
  for (const promo of landing.promos) if (!(await wasPublished(db, promo))) changed.push(promo);
  if (changed.length === 0) return [];
  const { code } = discountCodes;
  const codes = changed.map((promo) => promo.code);
  const working = await db
    .select({ code })
    .from(discountCodes)
    .where(and(inArray(code, codes), eq(discountCodes.isActive, true), gt(discountCodes.endsAt, now())));
  const alive = new Set(working.map((row) => row.code));
  return changed
    .filter((promo) => !alive.has(promo.code))
    .map((promo) => ({
      path: ['landing', 'promos', landing.promos.indexOf(promo), 'code'],
      code: 'promoWithoutCode',
      values: { value: promo.code },
      sentence: `promotion ${promo.code} has no discount code that works and has an end`,
    }));
}

async function wasPublished(
  db: NodePgDatabase,
  promo: Catalogue['landing']['promos'][number],
): Promise<boolean> {
  const { id, content } = catalogueRevisions;
  const [revision] = await db
    .select({ id })
    .from(catalogueRevisions)
    .where(sql`${content} -> 'landing' -> 'promos' @> ${JSON.stringify([promo])}::jsonb`)
    .orderBy(desc(id))
    .limit(1);
  return revision !== undefined;
}
