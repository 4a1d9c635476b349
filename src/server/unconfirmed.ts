import { sql, type SQL } from 'drizzle-orm';
import { accounts, caseLots, ledgerAccounts, ledgerTransfers, orders } from './db/schema.ts';

/**
 * Whether an account of a query on `accounts` would be deleted when its address stays unconfirmed (U1): nothing was
 * ever paid, earned or drawn on it, and nothing ordered, because an order that ran out may still be paid. What else the books must not lose belongs in here as well; what is forgotten here
 * keeps its account by its foreign key.
 */
export const isUnconfirmedAndEmpty: SQL<boolean> = sql`(
  NOT ${accounts.isVerified} AND ${accounts.status} = 'active'
  AND NOT EXISTS (SELECT FROM ${ledgerAccounts} JOIN ${ledgerTransfers}
    ON ${ledgerTransfers.fromId} = ${ledgerAccounts.id} WHERE ${ledgerAccounts.ownerId} = ${accounts.id})
  AND NOT EXISTS (SELECT FROM ${ledgerAccounts} JOIN ${ledgerTransfers}
    ON ${ledgerTransfers.toId} = ${ledgerAccounts.id} WHERE ${ledgerAccounts.ownerId} = ${accounts.id})
  AND NOT EXISTS (SELECT FROM ${caseLots} WHERE ${caseLots.accountId} = ${accounts.id}
    AND (${caseLots.reason} <> 'gift' OR ${caseLots.opened} > 0))
  AND NOT EXISTS (SELECT FROM ${orders} WHERE ${orders.accountId} = ${accounts.id}))`;
