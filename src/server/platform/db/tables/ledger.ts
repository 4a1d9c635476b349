import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, identity, createdAt } from './columns.ts';

/** Ledger accounts. Only `wallet` and `hold` have an owner and can never be below 0. */
export type LedgerKind = 'wallet' | 'hold' | 'debt' | 'sales' | 'shop' | 'prizes' | 'bonus' | 'reversal';

/**
 * Parts of each house account. Every purchase changes the balance of one, and in one row all buyers would wait for each
 * other's commits.
 */
export const HOUSE_PARTS = 16;

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: identity(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    ownerId: id('owner_id').references(() => accounts.id),
    /** Part of a house account, from 0; always 0 for an account with an owner. */
    part: smallint('part').notNull().default(0),
    balance: bigint('balance', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    unique('ledger_accounts_owner').on(t.kind, t.ownerId, t.part).nullsNotDistinct(),
    index('ledger_accounts_of').on(t.ownerId),
    check(
      'ledger_accounts_kind',
      sql`${t.kind} in ('wallet', 'hold', 'debt', 'sales', 'shop', 'prizes', 'bonus', 'reversal')`,
    ),
    check(
      'ledger_accounts_owned',
      sql`(${t.kind} in ('wallet', 'hold', 'debt')) = (${t.ownerId} is not null)`,
    ),
    check('ledger_accounts_part', sql`${t.part} = 0 or ${t.ownerId} is null`),
    check('ledger_accounts_balance', sql`${t.kind} not in ('wallet', 'hold') or ${t.balance} >= 0`),
  ],
);

/** Append-only (trigger): every movement of coins, once per business cause. */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: identity(),
    fromId: id('from_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    toId: id('to_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: bigint({ mode: 'number' }).notNull(),
    reason: text('reason').notNull(),
    refType: text('ref_type').notNull(),
    refId: text('ref_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('ledger_transfers_cause').on(t.reason, t.refType, t.refId),
    index('ledger_transfers_from').on(t.fromId, t.id),
    index('ledger_transfers_to').on(t.toId, t.id),
    // finds the rows of a day cheaply: rows are only added, so those of a day lie together
    index('ledger_transfers_time').using('brin', t.createdAt),
    check('ledger_transfers_amount', sql`${t.amount} > 0`),
    check('ledger_transfers_parties', sql`${t.fromId} <> ${t.toId}`),
  ],
);
