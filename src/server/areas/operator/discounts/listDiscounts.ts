import { sql, type SQL } from 'drizzle-orm';
import {
  type DiscountReply,
  type DiscountRow,
  DISCOUNTS_PAGE_ROWS,
  type DiscountsQuery,
  type DiscountsReply,
} from '#/contract/operator/discounts.ts';
import { MOST_COUNTED } from '#/contract/operator/site.ts';
import { withCase } from '#/server/domain/pricing/quote.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

type Found = Record<string, unknown> &
  Omit<DiscountRow, 'startsAt' | 'endsAt' | 'createdAt' | 'batch'> & {
    startsAt: Date | null;
    endsAt: Date | null;
    createdAt: Date;
    batchId: number | null;
    batchCodes: number;
  };

const MOST = sql.raw(String(MOST_COUNTED));

/** SQL: whether any code of a row is active. A row is one code, or a batch. */
const WHERE_ACTIVE = sql`(d.is_active OR (d.batch_id = d.id AND EXISTS (SELECT FROM discount_codes one
  WHERE one.batch_id = d.id AND one.is_active)))`;

const stateAt = (
  at: Date,
) => sql`CASE WHEN NOT ${WHERE_ACTIVE} THEN 'stopped' WHEN d.ends_at <= ${at} THEN 'ended'
  WHEN d.starts_at > ${at} THEN 'planned' ELSE 'running' END`;

/**
 * The fields of a row. A code of a batch lacks its middle, because it was shown only once.
 * @param isLine whether the row is one of the list
 */
const columnsOf = (at: Date, isLine: boolean) => sql`d.id::float8,
    CASE WHEN d.batch_id IS NULL THEN d.code
      WHEN ${isLine} AND d.batch_id = d.id THEN left(d.code, -10) || '…'
      ELSE left(d.code, -10) || '…' || right(d.code, 3) END AS code,
    ${stateAt(at)} AS state, d.percent_basis_points AS "percentBasisPoints", d.fixed_cents AS "fixedCents",
    d.product_types AS "productTypes", d.goods_ids::float8[] AS "goodsIds", d.per_account_limit AS "perAccountLimit",
    d.total_limit AS "totalLimit", d.starts_at AS "startsAt", d.ends_at AS "endsAt", d.created_at AS "createdAt",
    (SELECT count(*)::int FROM (SELECT FROM discount_codes one CROSS JOIN LATERAL (
        -- the order leads to the index of the code, however often other codes are used
        SELECT FROM discount_uses u WHERE u.discount_code_id = one.id AND u.released_at IS NULL
        ORDER BY u.order_id DESC LIMIT ${MOST}) u
      WHERE one.id = d.id OR (${isLine} AND d.batch_id = d.id AND one.batch_id = d.id) LIMIT ${MOST}) used) AS uses,
    d.batch_id::float8 AS "batchId",
    (SELECT count(*)::int FROM discount_codes one WHERE one.batch_id = d.batch_id) AS "batchCodes"`;

function shown({ batchId, batchCodes, startsAt, endsAt, createdAt, ...row }: Found): DiscountRow {
  const iso = (time: Date | null) => time && new Date(time).toISOString();
  return {
    ...row,
    startsAt: iso(startsAt),
    endsAt: iso(endsAt),
    createdAt: new Date(createdAt).toISOString(),
    batch: batchId === null ? null : { id: batchId, codes: batchCodes },
  };
}

/** Lists discount codes, the newest first. A batch is one row; its codes are listed by its id. */
export async function listDiscounts(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  query: DiscountsQuery,
): Promise<DiscountsReply> {
  const { before, after, batch } = query;
  const at = now();
  const isForwards = before === undefined && after !== undefined;
  const order = isForwards ? sql`ASC` : sql`DESC`;
  const { rows } = await db.execute<Found>(sql`
    WITH page AS (SELECT d.* FROM discount_codes d WHERE ${filtersOf(query, at)}
      ORDER BY d.id ${order} LIMIT ${sql.raw(String(DISCOUNTS_PAGE_ROWS + 1))})
    SELECT ${columnsOf(at, batch === undefined)} FROM page d ORDER BY d.id ${order}`);
  const hasMore = rows.length > DISCOUNTS_PAGE_ROWS;
  const page = rows.slice(0, DISCOUNTS_PAGE_ROWS).map(shown);
  const lines = isForwards ? page.toReversed() : page;
  const isFirstPage = before === undefined && (!isForwards || !hasMore);
  const isLastPage = !isForwards && !hasMore;
  return {
    discounts: lines,
    before: isLastPage ? null : (lines.at(-1)?.id ?? null),
    after: isFirstPage ? null : (lines[0]?.id ?? null),
  };
}

/** Finds one row, and the goods that it names. */
export async function findDiscount(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: number,
): Promise<Pick<DiscountReply, 'discount' | 'goods'> | undefined> {
  const { rows } = await db.execute<Found & { goods: NamedGood[] }>(sql`SELECT ${columnsOf(now(), true)},
      (SELECT coalesce(json_agg(json_build_object('id', g.id, 'names', g.names, 'caseNames', c.names) ORDER BY g.sort_order, g.id), '[]')
        FROM goods g LEFT JOIN cases c ON c.id = g.case_id WHERE g.id = ANY(d.goods_ids)) AS goods
    FROM discount_codes d WHERE d.id = ${id}`);
  const [row] = rows;
  if (!row) return undefined;
  const { goods, ...found } = row;
  return { discount: shown(found), goods: goods.map(named) };
}

interface NamedGood {
  id: number;
  names: Localised;
  caseNames: Localised | null;
}

/** A good of a discount. Many cases have a good of the same name, so it is named with its case. */
export const named = ({ id, names, caseNames }: NamedGood): DiscountReply['goods'][number] => ({
  id,
  names: caseNames ? withCase(caseNames, names) : names,
});

/** The condition of the filters. A code needs no escaping for LIKE, because codes contain neither % nor _. */
function filtersOf({ before, after, code, state, batch }: DiscountsQuery, at: Date): SQL {
  const conditions = [
    batch === undefined ? sql`(d.batch_id IS NULL OR d.batch_id = d.id)` : sql`d.batch_id = ${batch}::bigint`,
    before !== undefined && sql`d.id < ${before}::bigint`,
    before === undefined && after !== undefined && sql`d.id > ${after}::bigint`,
    code && sql`d.code LIKE ${`${code.toUpperCase()}%`}`,
    state && sql`${stateAt(at)} = ${state}`,
  ].filter((one): one is SQL => Boolean(one));
  return sql.join(conditions, sql` AND `);
}
