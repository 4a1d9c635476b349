import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { createAccount } from '#/server/areas/auth/createAccount.ts';
import { whereInForce, liftBlocks } from '#/server/domain/accounts/access/blocks.ts';
import { hashPassword } from '#/server/domain/accounts/password.ts';
import { tryGrantCases } from '#/server/domain/ledger/grantCases.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { tryTransfer } from '#/server/domain/ledger/ledger.ts';
import { accountBlocks, accounts } from '#/server/platform/db/tables/accounts.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import { withTx } from '#/server/platform/db/tx.ts';

/** Public credentials: the player exists in the demonstration only and owns nothing of value. */
export const demoPlayer = {
  serverKey: 'everest',
  login: 'demo',
  email: 'demo@example.org',
  password: 'demo-player-1',
} as const;

const CASES_OF_EACH = 25;
const COINS = 2500;

/**
 * Creates the player of the demonstration and grants coins and cases to open. Everything is granted once, even if this
 * runs again.
 * @param since when the player joined: the beginning of the history. Absent when no history is being written: now
 */
export async function seedDemoPlayer(deps: Deps, since?: Date): Promise<void> {
  const { password, ...account } = demoPlayer;
  const byDemoLogin = and(eq(accounts.serverKey, account.serverKey), eq(accounts.login, account.login));
  const [known] = await deps.db.select({ id: accounts.id }).from(accounts).where(byDemoLogin);
  const passwordHash = known ? '' : await hashPassword(password);
  const all = await deps.db.select({ id: cases.id }).from(cases);
  await withTx(deps.pool, async (tx) => {
    // friends of the history have the player as inviter, so account, coins and cases are older than their rewards
    if (since) await tx.execute(sql`SELECT set_config('one_rp.past', ${since.toISOString()}, true)`);
    const created = known ? null : await createAccount(tx, deps, { ...account, passwordHash });
    let accountId = known?.id ?? created;
    // another server that starts at the same time may have created it
    accountId ??= (await tx.select({ id: accounts.id }).from(accounts).where(byDemoLogin))[0]?.id ?? null;
    if (accountId === null) throw new Error(`${account.email} belongs to another login`);
    // marks the address as confirmed, because its mailbox has no reader and an unconfirmed account would be deleted
    const joined = created !== null && since ? { createdAt: since } : {};
    await tx
      .update(accounts)
      .set({ isVerified: true, ...joined })
      .where(byDemoLogin);
    await unblock(tx, deps, accountId);
    const cause = { reason: 'demo', refType: 'account', refId: String(accountId) };
    // only the first start grants it
    await tryTransfer(tx, {
      ...cause,
      from: { kind: 'bonus' },
      to: { kind: 'wallet', ownerId: accountId },
      amount: COINS,
    });
    for (const { id } of all)
      await tryGrantCases(tx, { ...cause, accountId, caseId: id, count: CASES_OF_EACH });
  });
}

/** Ends the block that `retireDemo` set while the demonstration was off. */
async function unblock(tx: NodePgDatabase, deps: Pick<Deps, 'now'>, accountId: number): Promise<void> {
  const setBySite = and(isNull(accountBlocks.setBy), ne(accountBlocks.source, 'player'));
  const siteBlocks = and(eq(accountBlocks.accountId, accountId), setBySite, whereInForce(deps.now()));
  const lifted = await liftBlocks(tx, deps, siteBlocks!, null);
  if (lifted > 0) await writeAudit(tx, deps, { accountId, actor: 'site', event: 'demoPlayerUnblocked' });
}
