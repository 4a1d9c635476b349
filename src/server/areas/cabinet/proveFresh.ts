import { eq } from 'drizzle-orm';
import type { FreshProof } from '#/contract/gameLink.ts';
import { checkSecondFactor } from '#/server/domain/accounts/access/twoFactor.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { requireFreshSignIn } from './freshSignIn.ts';

/**
 * Requires a fresh sign-in, and a code if the account has a second factor.
 * @throws AppError passwordNeeded or errorOldPasswordInvalid at password; errorTwoFaActivated at verification_code;
 *   tooManyRequests; busy
 */
export async function proveFresh(
  deps: Deps,
  caller: SessionAccount,
  { password, verification_code: code }: FreshProof,
): Promise<void> {
  await requireFreshSignIn(deps, caller, password);
  const [account] = await deps.db
    .select({ isGuarded: accounts.isTwoFaEnabled })
    .from(accounts)
    .where(eq(accounts.id, caller.id));
  if (!account?.isGuarded) return;
  if (code === undefined || !(await checkSecondFactor(deps, caller.id, code, true)))
    fail('errorTwoFaActivated', { errors: { verification_code: 'errorTwoFaActivated' } });
}
