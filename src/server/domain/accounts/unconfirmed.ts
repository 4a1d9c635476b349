import { sql, type SQL } from 'drizzle-orm';
import { accounts, caseLots, coupons, ledgerAccounts, ledgerTransfers, orders } from './db/schema.ts';

/**
 * Whether a purse of the account has moved coins in one direction. The pairs are compared as pairs because only the indexes
 * of a purse have that order: by its id alone PostgreSQL would read all transfers for a purse that has none.
 */
const hasMoved = (purse: typeof ledgerTransfers.fromId | typeof ledgerTransfers.toId): SQL => sql`EXISTS (
    SELECT FROM ${ledgerAccounts} CROSS JOIN LATERAL (SELECT FROM ${ledgerTransfers}
      WHERE (${purse}, ${ledgerTransfers.id}) > (${ledgerAccounts.id}, 0)
        AND (${purse}, ${ledgerTransfers.id}) < (${ledgerAccounts.id} + 1, 0)
      ORDER BY ${purse}, ${ledgerTransfers.id} LIMIT 1) moved
    WHERE ${ledgerAccounts.ownerId} = ${accounts.id})`;

/**
 * Whether an account of a query on `accounts` would be deleted when its address stays unconfirmed (U1): nothing was
 * ever paid, earned or drawn on it, and nothing ordered, because an order that ran out may still be paid. What was drawn
 * is a coupon, whatever became of it. What else the books must not lose belongs in here as well; what is forgotten here
 * keeps its account by its foreign key.
 */
export const isUnconfirmedAndEmpty: SQL<boolean> = sql`(
  NOT ${accounts.isVerified} AND ${accounts.status} = 'active'
  AND NOT ${hasMoved(ledgerTransfers.fromId)} AND NOT ${hasMoved(ledgerTransfers.toId)}
  AND NOT EXISTS (SELECT FROM ${caseLots} WHERE ${caseLots.accountId} = ${accounts.id}
    AND ${caseLots.opened} < ${caseLots.bought} AND ${caseLots.reason} <> 'gift')
  AND NOT EXISTS (SELECT FROM ${coupons} WHERE ${coupons.accountId} = ${accounts.id})
  AND NOT EXISTS (SELECT FROM ${orders} WHERE ${orders.accountId} = ${accounts.id}))`;
