import { sql, type SQL } from 'drizzle-orm';
import { accountBlocks, accounts } from '#/server/platform/db/tables/accounts.ts';
import { caseLots } from '#/server/platform/db/tables/cases.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import { ledgerAccounts, ledgerTransfers } from '#/server/platform/db/tables/ledger.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';

/**
 * SQL condition: a ledger account of the player has moved coins in one direction. It compares pairs to use the
 * indexes of ledger accounts, which have that order. By id alone PostgreSQL would read all transfers for a ledger
 * account without any.
 */
const hasMoved = (side: typeof ledgerTransfers.fromId | typeof ledgerTransfers.toId): SQL => sql`EXISTS (
    SELECT FROM ${ledgerAccounts} CROSS JOIN LATERAL (SELECT FROM ${ledgerTransfers}
      WHERE (${side}, ${ledgerTransfers.id}) > (${ledgerAccounts.id}, 0)
        AND (${side}, ${ledgerTransfers.id}) < (${ledgerAccounts.id} + 1, 0)
      ORDER BY ${side}, ${ledgerTransfers.id} LIMIT 1) moved
    WHERE ${ledgerAccounts.ownerId} = ${accounts.id})`;

/**
 * SQL condition on `accounts`: the account would be deleted if its address stays unconfirmed (AC6). Nothing was ever
 * paid, earned or drawn on it, and no order waits for its payment. Failed and expired orders do not count, or a
 * stranger could keep an account for ever without paying. A block, even one that has ended, keeps the account,
 * because a blocked player could otherwise return under the same address. Every draw made a coupon, so coupons stand
 * for draws. Other tables that the books must keep belong here too; if one is missing, its foreign key still keeps
 * the account.
 */
export const whereUnconfirmedAndEmpty: SQL<boolean> = sql`(
  NOT ${accounts.isVerified} AND ${accounts.status} = 'active'
  AND NOT ${hasMoved(ledgerTransfers.fromId)} AND NOT ${hasMoved(ledgerTransfers.toId)}
  AND NOT EXISTS (SELECT FROM ${caseLots} WHERE ${caseLots.accountId} = ${accounts.id}
    AND ${caseLots.opened} < ${caseLots.bought} AND ${caseLots.reason} <> 'gift')
  AND NOT EXISTS (SELECT FROM ${coupons} WHERE ${coupons.accountId} = ${accounts.id})
  AND NOT EXISTS (SELECT FROM ${orders} WHERE ${orders.accountId} = ${accounts.id}
    AND ${orders.state} NOT IN ('failed', 'expired'))
  AND NOT EXISTS (SELECT FROM ${accountBlocks} WHERE ${accountBlocks.accountId} = ${accounts.id}))`;
