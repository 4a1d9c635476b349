import { and, eq } from 'drizzle-orm';
import { createAccount } from './auth/createAccount.ts';
import { hashPassword } from './password.ts';
import { grantCases } from './grantCases.ts';
import type { Deps } from './deps.ts';
import { transfer } from './ledger.ts';
import { accounts, cases } from './db/schema.ts';
import { withTx } from './db/tx.ts';

/** Known to everyone: it exists in the demonstration mode only, and owns nothing of worth. */
export const demoPlayer = {
  serverKey: 'everest',
  login: 'demo',
  email: 'demo@example.org',
  password: 'demo-player-1',
} as const;

const CASES_OF_EACH = 25;
const COINS = 2500;

/** Makes the player of the demonstration with cases to open and coins; each is given once, whatever runs again. */
export async function seedDemoPlayer(deps: Deps): Promise<void> {
  const { password, ...account } = demoPlayer;
  const isDemo = and(eq(accounts.serverKey, account.serverKey), eq(accounts.login, account.login));
  const [known] = await deps.db.select({ id: accounts.id }).from(accounts).where(isDemo);
  const passwordHash = known ? '' : await hashPassword(password);
  const all = await deps.db.select({ id: cases.id }).from(cases);
  await withTx(deps.pool, async (tx) => {
    let accountId = known?.id ?? (await createAccount(tx, deps, { ...account, passwordHash }));
    // another server that starts at the same time was first
    accountId ??= (await tx.select({ id: accounts.id }).from(accounts).where(isDemo))[0]?.id ?? null;
    if (accountId === null) throw new Error(`${account.email} belongs to another login`);
    // nobody reads that address: its link could not be followed, and the account would run out
    await tx.update(accounts).set({ isVerified: true }).where(isDemo);
    const cause = { reason: 'demo', refType: 'account', refId: String(accountId) };
    await transfer(tx, {
      ...cause,
      from: { kind: 'bonus' },
      to: { kind: 'wallet', ownerId: accountId },
      amount: COINS,
    });
    for (const { id } of all) await grantCases(tx, { ...cause, accountId, caseId: id, count: CASES_OF_EACH });
  });
}
