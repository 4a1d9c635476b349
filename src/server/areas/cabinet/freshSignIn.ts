import { eq } from 'drizzle-orm';
import { sessions } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { AppError, fail } from '#/server/platform/kernel/errors.ts';
import { proveOwnPassword } from '#/server/domain/accounts/access/ownPassword.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';

/** Time after a sign-in in which the password is not asked for again. */
const FRESH_MS = 10 * 60_000;

/**
 * Requires the password if the sign-in is older than `FRESH_MS`, so that a stranger at an open browser cannot
 * change the second factor.
 * @throws AppError passwordNeeded or errorOldPasswordInvalid at password; tooManyRequests; busy
 */
export async function requireFreshSignIn(
  deps: Deps,
  { id, sessionId }: SessionAccount,
  password: string | undefined,
): Promise<void> {
  const now = deps.now();
  const byId = eq(sessions.id, sessionId);
  const [session] = await deps.db.select({ provenAt: sessions.provenAt }).from(sessions).where(byId);
  if (session && now.getTime() - session.provenAt.getTime() <= FRESH_MS) return;
  if (password === undefined) fail('passwordNeeded', { errors: { password: 'passwordNeeded' } });
  await proveOwnPassword(deps, id, password, 'password').catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'passwordInvalid') throw error;
    fail('errorOldPasswordInvalid', { errors: { password: 'errorOldPasswordInvalid' } });
  });
  await deps.db.update(sessions).set({ provenAt: now }).where(byId);
}
