import { and, eq, lte } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { UNVERIFIED_ACCOUNT_DAYS } from '#/contract/kernel/limits.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { closeAccount } from '#/server/domain/accounts/closeAccount.ts';
import { accounts, sessions } from '#/server/platform/db/tables/accounts.ts';
import { carts } from '#/server/platform/db/tables/shop.ts';
import { caseLots } from '#/server/platform/db/tables/cases.ts';
import { fairChains, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import { idempotency } from '#/server/platform/db/tables/site/requests.ts';
import { ledgerAccounts } from '#/server/platform/db/tables/ledger.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { whereUnconfirmedAndEmpty } from '#/server/domain/accounts/unconfirmed.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { forEachAccount } from './forEachAccount.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Deletes the accounts whose address was not confirmed in `UNVERIFIED_ACCOUNT_DAYS` times 24 hours (C2, AC6); login and
 * address become free, and a last mail says so. Accounts on which anything was paid, earned or drawn are kept. Accounts
 * with unpaid orders are closed instead, because the history of orders is kept.
 */
export async function removeUnconfirmed(deps: Deps): Promise<void> {
  const whereOld = lte(accounts.createdAt, new Date(deps.now().getTime() - UNVERIFIED_ACCOUNT_DAYS * DAY_MS));
  await forEachAccount(deps, and(whereOld, whereUnconfirmedAndEmpty), ({ id }) =>
    withTx(deps.pool, (tx) => remove(tx, deps, id)),
  );
}

async function remove(tx: NodePgDatabase, deps: Deps, accountId: number): Promise<void> {
  const where = eq(accounts.id, accountId);
  // a confirmation, payment, draw or sign-in at this moment is either committed before and seen below, or finds no
  // account
  const [locked] = await tx
    .select({
      id: accounts.id,
      serverKey: accounts.serverKey,
      login: accounts.login,
      email: accounts.email,
      locale: accounts.locale,
      createdAt: accounts.createdAt,
    })
    .from(accounts)
    .where(where)
    .for('update');
  await tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.ownerId, accountId))
    .for('update');
  const isStillEmpty = (await tx.$count(accounts, and(where, whereUnconfirmedAndEmpty))) === 1;
  if (!locked || !isStillEmpty) return;
  const hasOrders = (await tx.$count(orders, eq(orders.accountId, accountId))) > 0;
  if (hasOrders) await closeAccount(tx, deps, locked, 'site');
  else await deleteAll(tx, deps, locked);
  // The mail says that nothing was charged; `whereUnconfirmedAndEmpty` has checked that. It belongs to no account,
  // because the mails of an account are deleted with it.
  await queueMail(tx, deps, null, `unconfirmedRemoved:${accountId}`, {
    kind: 'unconfirmedRemoved',
    to: locked.email,
    isConfirmed: false,
    locale: locked.locale,
    variables: { login: locked.login },
  });
}

async function deleteAll(
  tx: NodePgDatabase,
  deps: Deps,
  { id: accountId, createdAt }: { id: number; createdAt: Date },
): Promise<void> {
  for (const table of [sessions, idempotency, fairEpochs, fairChains, caseLots, carts])
    await tx.delete(table).where(eq(table.accountId, accountId));
  await tx.delete(ledgerAccounts).where(eq(ledgerAccounts.ownerId, accountId));
  // its mails, links, devices and codes are deleted with it
  await tx.delete(accounts).where(eq(accounts.id, accountId));
  await writeAudit(tx, deps, {
    accountId,
    actor: 'site',
    event: 'accountRemoved',
    detail: { accountCreatedAt: createdAt.toISOString() },
  });
}
