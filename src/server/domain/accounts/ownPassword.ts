import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LockedAccount } from './accountLock.ts';
import { type Budget, giveBack, spend } from './budget.ts';
import { accounts } from './db/schema.ts';
import type { Deps } from './deps.ts';
import { AppError, fail } from './errors.ts';
import { lockCaller } from './liveSessions.ts';
import { verifyPassword } from './password.ts';
import type { SessionAccount } from './session.ts';

/** Wrong passwords inside an account: whoever finds an open browser cannot guess on and on. */
const OWN_PASSWORD: Budget = { name: 'ownPassword', limit: 10, windowMs: 15 * 60_000 };

type Field = 'old_password' | 'password';

interface ProvenAccount {
  login: string;
  email: string;
  isTwoFaEnabled: boolean;
  /** Against which the password was right. */
  passwordHash: string;
}

function refuse(field: Field): never {
  const code = field === 'old_password' ? 'errorOldPasswordInvalid' : 'passwordInvalid';
  return fail(code, { errors: { [field]: code } });
}

/**
 * Checks the password that a signed-in player types once more.
 * @param field of the input that holds it: there the refusal stands
 * @throws AppError errorOldPasswordInvalid or passwordInvalid; tooManyRequests after 10 wrong ones in 15 minutes; busy
 */
export async function proveOwnPassword(
  deps: Deps,
  accountId: number,
  password: string,
  field: Field,
): Promise<ProvenAccount> {
  const { login, email, isTwoFaEnabled, passwordHash, status } = accounts;
  const [account] = await deps.db
    .select({ login, email, isTwoFaEnabled, passwordHash, status })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account?.status !== 'active') fail('sessionRequired');
  const subject = `#${accountId}`;
  await spend(deps, OWN_PASSWORD, subject);
  const isRight = await verifyPassword(account.passwordHash, password).catch(async (error: unknown) => {
    if (error instanceof AppError) await giveBack(deps, OWN_PASSWORD, subject);
    throw error;
  });
  if (!isRight) refuse(field);
  await giveBack(deps, OWN_PASSWORD, subject);
  return account;
}

/**
 * Locks the account whose password was proved.
 * @throws AppError as above when the password was changed since; sessionRequired when the session ended since
 */
export async function lockProven(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  caller: SessionAccount,
  { passwordHash }: ProvenAccount,
  field: Field,
): Promise<LockedAccount> {
  const account = await lockCaller(tx, deps, caller);
  return account.passwordHash === passwordHash ? account : refuse(field);
}
