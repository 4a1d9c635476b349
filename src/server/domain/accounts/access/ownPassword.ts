import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LockedAccount } from '../accountLock.ts';
import { takeBackAttempt, countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { AppError, fail } from '#/server/platform/kernel/errors.ts';
import { lockCaller } from './liveSessions.ts';
import { verifyPassword } from '../password.ts';
import { OWN_PASSWORD } from '../rateLimits.ts';
import type { SessionAccount } from './session.ts';

type Field = 'old_password' | 'password';

interface ProvenAccount {
  login: string;
  email: string;
  isTwoFaEnabled: boolean;
  /** The hash that the password matched. */
  passwordHash: string;
}

function refuse(field: Field): never {
  const code = field === 'old_password' ? 'errorOldPasswordInvalid' : 'passwordInvalid';
  return fail(code, { errors: { [field]: code } });
}

/**
 * Checks the password that a signed-in player types again.
 * @param field field of the input that the refusal names
 * @throws AppError errorOldPasswordInvalid or passwordInvalid; tooManyRequests by `OWN_PASSWORD`; busy
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
  await countAttempt(deps, OWN_PASSWORD, subject);
  const isRight = await verifyPassword(account.passwordHash, password).catch(async (error: unknown) => {
    if (error instanceof AppError) await takeBackAttempt(deps, OWN_PASSWORD, subject);
    throw error;
  });
  if (!isRight) refuse(field);
  await takeBackAttempt(deps, OWN_PASSWORD, subject);
  return account;
}

/**
 * Locks the account whose password was checked.
 * @throws AppError as above if the password changed since; sessionRequired if the session ended since
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
