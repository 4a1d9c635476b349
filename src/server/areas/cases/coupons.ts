import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { CouponPage, couponsQuery } from '#/contract/cases.ts';
import { COUPON_PAGE_CELLS } from '#/contract/kernel/limits.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { caseItems } from '#/server/platform/db/tables/cases.ts';
import { coupons as couponTable, sharedPrizes } from '#/server/platform/db/tables/prizes.ts';
import { draws, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import { prepared } from '#/server/platform/db/prepared.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { couponColumns, couponOf } from './couponRows.ts';

type Query = z.output<typeof couponsQuery>;

const ofPlayer = sql.placeholder('accountId');
const inState = sql.placeholder('state');
const ofRarity = sql.placeholder('color');
const offset = sql.placeholder('offset');
/** One more row shows whether another page follows. */
const ROWS = sql.raw(String(COUPON_PAGE_CELLS + 1));

const BEFORE_PAGE = sql`account_id = ${ofPlayer} AND state = ${inState} AND id < ${sql.placeholder('before')}`;
const NEWEST = sql`SELECT id FROM coupons WHERE ${BEFORE_PAGE} ORDER BY id DESC LIMIT ${ROWS} OFFSET ${offset}`;
/** Merges the newest coupons of each item, so that it need not scan thousands of other coupons for rare ones. */
const NEWEST_OF_RARITY = sql`SELECT newest.id FROM case_items item CROSS JOIN LATERAL (
    SELECT id FROM coupons WHERE ${BEFORE_PAGE} AND item_id = item.id
    ORDER BY id DESC LIMIT ${offset}::bigint + ${ROWS}) newest
  WHERE item.color = ${ofRarity} ORDER BY newest.id DESC LIMIT ${ROWS} OFFSET ${offset}`;

const pageRead = (name: string, ids: SQL) =>
  prepared((db) =>
    db
      .select({
        ...couponColumns,
        state: couponTable.state,
        gives: caseItems.gives,
        sharedCode: sharedPrizes.code,
        draw: { epochId: fairEpochs.publicId, nonce: draws.nonce },
      })
      .from(couponTable)
      .innerJoin(caseItems, eq(caseItems.id, couponTable.itemId))
      .innerJoin(draws, eq(draws.id, couponTable.drawId))
      .innerJoin(fairEpochs, eq(fairEpochs.id, draws.epochId))
      .leftJoin(sharedPrizes, eq(sharedPrizes.couponId, couponTable.id))
      .where(inArray(couponTable.id, sql`(${ids})`))
      .orderBy(desc(couponTable.id))
      .prepare(shortRead(name)),
  );
const READ_PAGE = pageRead('coupons', NEWEST);
const READ_PAGE_OF_RARITY = pageRead('couponsOfRarity', NEWEST_OF_RARITY);

const byOwnerAndState = and(eq(couponTable.accountId, ofPlayer), eq(couponTable.state, inState));
const COUNT = prepared((db) =>
  db.select({ count: count() }).from(couponTable).where(byOwnerAndState).prepare(shortRead('couponCount')),
);
const COUNT_OF_RARITY = prepared((db) => {
  const items = db.select({ id: caseItems.id }).from(caseItems).where(eq(caseItems.color, ofRarity));
  return db
    .select({ count: count() })
    .from(couponTable)
    .where(and(byOwnerAndState, inArray(couponTable.itemId, items)))
    .prepare(shortRead('couponCountOfRarity'));
});

/**
 * Lists one page of a player's coupons, the newest first (C5). With `before` every page costs the same, and `lastPage`
 * only tells whether another one follows. Without it all coupons of the filter are counted. A page after the last one
 * is empty.
 */
export async function coupons(
  { db }: Deps,
  accountId: number,
  { page, before, color, state }: Query,
  locale: Locale,
): Promise<CouponPage> {
  const [readPage, countAll] =
    color === undefined ? [READ_PAGE, COUNT] : [READ_PAGE_OF_RARITY, COUNT_OF_RARITY];
  const meant = { accountId, state, color };
  const place =
    before === undefined
      ? { before: Number.MAX_SAFE_INTEGER, offset: (page - 1) * COUPON_PAGE_CELLS }
      : { before, offset: 0 };
  const rows = await readPage(db).execute({ ...meant, ...place });
  const shown = rows.slice(0, COUPON_PAGE_CELLS);
  const hasMore = rows.length > COUPON_PAGE_CELLS;
  const isOnly = page === 1 && !hasMore;
  const [counted] = before === undefined && !isOnly ? await countAll(db).execute(meant) : [];
  const lastPage = counted
    ? Math.max(1, Math.ceil(counted.count / COUPON_PAGE_CELLS))
    : page + (hasMore ? 1 : 0);
  return {
    coupons: shown.map(({ state: of, draw, gives, sharedCode, ...row }) => ({
      ...couponOf(row, locale),
      state: of,
      draw,
      gives: gives?.kind ?? null,
      ...(sharedCode && { sharedCode }),
    })),
    pageInfo: { currentPage: page, lastPage, nextBefore: hasMore ? (shown.at(-1)?.id ?? null) : null },
  };
}
