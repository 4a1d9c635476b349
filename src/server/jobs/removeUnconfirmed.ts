import { and, eq, lte } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { UNVERIFIED_ACCOUNT_DAYS } from '#/contract/limits.ts';
import { record } from '../audit.ts';
import {
  accounts,
  carts,
  caseLots,
  fairChains,
  fairEpochs,
  idempotency,
  ledgerAccounts,
  sessions,
} from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isUnconfirmedAndEmpty } from '../unconfirmed.ts';
import { forEachAccount } from './forEachAccount.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Deletes the accounts whose address nobody confirmed in 14 days of 24 hours (C2, U1): login and address are free
 * again. One on which anything was paid, earned or drawn stays.
 */
export async function removeUnconfirmed(deps: Deps): Promise<void> {
  const isOld = lte(accounts.createdAt, new Date(deps.now().getTime() - UNVERIFIED_ACCOUNT_DAYS * DAY_MS));
  await forEachAccount(deps, and(isOld, isUnconfirmedAndEmpty), ({ id }) =>
    withTx(deps.pool, (tx) => remove(tx, deps, id)),
  );
}

async function remove(tx: NodePgDatabase, deps: Deps, accountId: number): Promise<void> {
  const isIt = eq(accounts.id, accountId);
  // whoever confirms, pays, draws or signs in at this moment comes before, and is seen below, or finds no account
  const [locked] = await tx
    .select({ createdAt: accounts.createdAt })
    .from(accounts)
    .where(isIt)
    .for('update');
  await tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.ownerId, accountId))
    .for('update');
  const isStillEmpty = (await tx.$count(accounts, and(isIt, isUnconfirmedAndEmpty))) === 1;
  if (!locked || !isStillEmpty) return;
  for (const table of [sessions, idempotency, fairEpochs, fairChains, caseLots, carts])
    await tx.delete(table).where(eq(table.accountId, accountId));
  await tx.delete(ledgerAccounts).where(eq(ledgerAccounts.ownerId, accountId));
  // with it go mails, links, devices and codes
  await tx.delete(accounts).where(isIt);
  await record(tx, deps, {
    accountId,
    actor: 'site',
    event: 'accountRemoved',
    detail: { accountCreatedAt: locked.createdAt.toISOString() },
  });
}
