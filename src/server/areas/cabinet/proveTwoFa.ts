import { eq } from 'drizzle-orm';
import type { TwoFaDestroyBody } from '#/contract/cabinet.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { checkSecondFactor } from '#/server/domain/accounts/access/twoFactor.ts';
import { requireFreshSignIn } from './freshSignIn.ts';

/**
 * Requires the proof for changes of an active second factor: a fresh sign-in and a code.
 * @throws AppError twoFaDisabledAlready; passwordNeeded or errorOldPasswordInvalid at password; errorTwoFaActivated
 * at verification_code; tooManyRequests; busy
 */
export async function proveTwoFa(
  deps: Deps,
  caller: SessionAccount,
  { verification_code, password }: TwoFaDestroyBody,
): Promise<void> {
  const [account] = await deps.db
    .select({ isEnabled: accounts.isTwoFaEnabled })
    .from(accounts)
    .where(eq(accounts.id, caller.id));
  if (!account?.isEnabled) fail('twoFaDisabledAlready');
  await requireFreshSignIn(deps, caller, password);
  if (!(await checkSecondFactor(deps, caller.id, verification_code, true)))
    fail('errorTwoFaActivated', { errors: { verification_code: 'errorTwoFaActivated' } });
}
