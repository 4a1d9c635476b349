import { eq } from 'drizzle-orm';
import { sessions } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { AppError, fail } from '../errors.ts';
import { proveOwnPassword } from '../ownPassword.ts';
import type { SessionAccount } from '../session.ts';

/** So long after the password was proved nobody is asked for it again. */
const FRESH_MS = 10 * 60_000;

/**
 * Asks for the password once more where the sign-in lies more than ten minutes back: whoever finds an open browser
 * changes no second factor.
 * @throws AppError passwordNeeded or errorOldPasswordInvalid at password; tooManyRequests; busy
 */
export async function requireFreshSignIn(
  deps: Deps,
  { id, sessionId }: SessionAccount,
  password: string | undefined,
): Promise<void> {
  const now = deps.now();
  const isOwn = eq(sessions.id, sessionId);
  const [session] = await deps.db.select({ provenAt: sessions.provenAt }).from(sessions).where(isOwn);
  if (session && now.getTime() - session.provenAt.getTime() <= FRESH_MS) return;
  if (password === undefined) fail('passwordNeeded', { errors: { password: 'passwordNeeded' } });
  await proveOwnPassword(deps, id, password, 'password').catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'passwordInvalid') throw error;
    fail('errorOldPasswordInvalid', { errors: { password: 'errorOldPasswordInvalid' } });
  });
  await deps.db.update(sessions).set({ provenAt: now }).where(isOwn);
}
