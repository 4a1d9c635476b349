import type { TwoFaDestroyBody } from '#/contract/cabinet.ts';
import { record } from '../audit.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { lockCaller } from '../liveSessions.ts';
import { makeRecoveryCodes } from '../recoveryCodes.ts';
import type { SessionAccount } from '../session.ts';
import { proveTwoFa } from './proveTwoFa.ts';

/** Makes ten new recovery codes in place of the old ones. @throws AppError as proveTwoFa */
export async function newRecoveryCodes(
  deps: Deps,
  caller: SessionAccount,
  body: TwoFaDestroyBody,
): Promise<{ recoveryCodes: string[] }> {
  await proveTwoFa(deps, caller, body);
  return withTx(deps.pool, async (tx) => {
    const { id, isTwoFaEnabled } = await lockCaller(tx, deps, caller);
    if (!isTwoFaEnabled) fail('twoFaDisabledAlready');
    await record(tx, deps, { accountId: id, actor: 'player', event: 'recoveryCodesMade' });
    return { recoveryCodes: await makeRecoveryCodes(tx, deps, id) };
  });
}
