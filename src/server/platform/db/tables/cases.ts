import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { Rarity } from '#/contract/cases.ts';
import { accounts } from './accounts.ts';
import { id, identity, createdAt, localised, hasAllLanguages } from './columns.ts';
import type { PrizeGrant } from './quote.ts';

export const cases = pgTable(
  'cases',
  {
    /** Given by the catalogue files; never reused. */
    id: id('id').primaryKey(),
    /** Name of its catalogue file. */
    key: text('key').notNull().unique(),
    names: localised('names'),
    descriptions: localised('descriptions'),
    imageName: text('image_name').notNull(),
    /** Short text on its plate, for example "HEIST 07". */
    plate: text('plate').notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
  },
  (t) => [check('cases_texts', sql`${hasAllLanguages(t.names)} and ${hasAllLanguages(t.descriptions)}`)],
);

/** Items that left their case are kept, because coupons and older odds tables refer to them. */
export const caseItems = pgTable(
  'case_items',
  {
    /** Given by the catalogue files; never reused. */
    id: id('id').primaryKey(),
    caseId: id('case_id')
      .notNull()
      .references(() => cases.id),
    names: localised('names'),
    imageName: text('image_name').notNull(),
    color: text('color').$type<Rarity>().notNull(),
    sortOrder: integer('sort_order').notNull(),
    isSwapAvailable: boolean('is_swap_available').notNull(),
    /** OC that a conversion pays. */
    premiumCoinsPrice: integer('premium_coins_price').notNull(),
    /** The prize that a player can take instead of coins (D14). Null when the prize can only be converted. */
    gives: jsonb('gives').$type<PrizeGrant>(),
  },
  (t) => [
    check('case_items_names', hasAllLanguages(t.names)),
    check(
      'case_items_color',
      sql`${t.color} in ('simple', 'common', 'improved', 'rare', 'legendary', 'epic')`,
    ),
    check('case_items_price', sql`${t.premiumCoinsPrice} >= 0`),
  ],
);

/** Immutable (trigger): odds tables. The highest revision of a case is in force for new lots. */
export const caseOdds = pgTable(
  'case_odds',
  {
    hash: text('hash').primaryKey(),
    caseId: id('case_id')
      .notNull()
      .references(() => cases.id),
    revision: integer('revision').notNull(),
    /** Canonical text of contract/fair.ts. */
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('case_odds_revision').on(t.caseId, t.revision),
    // lots refer to the pair, so a lot can never have the odds of another case
    unique('case_odds_of_case').on(t.caseId, t.hash),
    check('case_odds_revision_positive', sql`${t.revision} > 0`),
    check('case_odds_hash', sql`${t.hash} = encode(sha256(convert_to(${t.text}, 'UTF8')), 'hex')`),
  ],
);

/** Lots: cases of one purchase or gift, opened with the odds that were shown at that time. */
export const caseLots = pgTable(
  'case_lots',
  {
    id: identity(),
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    caseId: id('case_id').notNull(),
    oddsHash: text('odds_hash').notNull(),
    bought: integer('bought').notNull(),
    opened: integer('opened').notNull().default(0),
    reason: text('reason').notNull(),
    refType: text('ref_type').notNull(),
    refId: text('ref_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.caseId, t.oddsHash], foreignColumns: [caseOdds.caseId, caseOdds.hash] }),
    unique('case_lots_cause').on(t.reason, t.refType, t.refId, t.caseId),
    index('case_lots_stock')
      .on(t.accountId, t.caseId, t.id)
      .where(sql`${t.opened} < ${t.bought}`),
    // for deleting an account: without it each deletion reads all lots
    index('case_lots_account').on(t.accountId),
    check('case_lots_bought', sql`${t.bought} > 0`),
    check('case_lots_opened', sql`${t.opened} between 0 and ${t.bought}`),
  ],
);
