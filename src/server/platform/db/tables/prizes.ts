import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { CouponState } from '#/contract/cases.ts';
import { accounts } from './accounts.ts';
import { caseItems } from './cases.ts';
import { draws } from './fairness.ts';
import { id, identity, time } from './columns.ts';

/** Rare prizes that were shown to their winner, for the feed. */
export const drops = pgTable(
  'drops',
  {
    id: identity(),
    couponId: id('coupon_id')
      .notNull()
      .unique()
      .references((): AnyPgColumn => coupons.id),
    at: time('at').notNull(),
    /** Copies of the prize's case and of the place of its rarity in `RARITIES`, for the indexes of the feed. */
    caseId: id('case_id').notNull(),
    rank: smallint('rank').notNull(),
  },
  (t) => [
    // the newest of a case, and the best of a time, of all cases and of one (feedIds.ts)
    index('drops_of_case').on(t.caseId, t.id),
    index('drops_best').on(t.rank, t.at, t.id),
    index('drops_best_of_case').on(t.caseId, t.rank, t.at, t.id),
  ],
);

/** Prizes whose winners have shared them. A withdrawn page has no row, so its code never works again. */
export const sharedPrizes = pgTable('shared_prizes', {
  couponId: id('coupon_id')
    .primaryKey()
    .references((): AnyPgColumn => coupons.id),
  /** Code of its page, `PRIZE_CODE`. */
  code: text('code').notNull().unique(),
  at: time('at').notNull(),
});

export const coupons = pgTable(
  'coupons',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    itemId: id('item_id')
      .notNull()
      .references(() => caseItems.id),
    drawId: id('draw_id')
      .notNull()
      .unique()
      .references(() => draws.id),
    /** claimed: on its way to the game; delivered: the game has given it. `moveDelivery` sets both. */
    state: text('state').$type<CouponState>().notNull().default('owned'),
    /** Copied from the item at the draw, so that later changes of the catalogue do not change the coupon. */
    isSwapAvailable: boolean('is_swap_available').notNull(),
    premiumCoinsPrice: integer('premium_coins_price').notNull(),
    createdAt: time('created_at').notNull(),
    /** Time of the exchange for coins, by which it can still be undone. Null unless it is exchanged, or was long ago. */
    convertedAt: time('converted_at'),
    /** Number of exchanges that were undone. It tells the ledger's causes of the exchanges apart (`exchangeRef`). */
    undone: integer('undone').notNull().default(0),
    /** Time at which the player saw the prize. Null when the opening was interrupted. */
    revealedAt: time('revealed_at'),
  },
  (t) => [
    index('coupons_unrevealed')
      .on(t.accountId, t.id)
      .where(sql`${t.revealedAt} is null`),
    index('coupons_of').on(t.accountId, t.state, t.id),
    // for pages of one rarity: the newest coupons of each of its items
    index('coupons_of_item').on(t.accountId, t.state, t.itemId, t.id),
    check('coupons_state', sql`${t.state} in ('owned', 'converted', 'claimed', 'delivered')`),
    check('coupons_price', sql`${t.premiumCoinsPrice} >= 0`),
  ],
);
