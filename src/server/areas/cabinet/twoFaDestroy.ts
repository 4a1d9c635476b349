import { eq } from 'drizzle-orm';
import type { TwoFaDestroyBody } from '#/contract/cabinet.ts';
import { record } from '../audit.ts';
import { accounts, recoveryCodes, twoFactors } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { endSessionsOf, lockCaller } from '../liveSessions.ts';
import { queueMail } from '../mails.ts';
import type { SessionAccount } from '../session.ts';
import { proveTwoFa } from './proveTwoFa.ts';

/**
 * Turns two-factor authentication off with a code or a recovery code (C8): other sessions end.
 * @throws AppError as proveTwoFa
 */
export async function twoFaDestroy(
  deps: Deps,
  caller: SessionAccount,
  body: TwoFaDestroyBody,
): Promise<{ isTwoFaEnabled: false }> {
  const { id, sessionId } = caller;
  await proveTwoFa(deps, caller, body);
  await withTx(deps.pool, async (tx) => {
    const { isTwoFaEnabled, login, email, locale } = await lockCaller(tx, deps, caller);
    if (!isTwoFaEnabled) fail('twoFaDisabledAlready');
    await tx.update(accounts).set({ isTwoFaEnabled: false }).where(eq(accounts.id, id));
    await tx.delete(twoFactors).where(eq(twoFactors.accountId, id));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, id));
    const ended = await endSessionsOf(tx, deps, id, sessionId);
    await record(tx, deps, { accountId: id, actor: 'player', event: 'twoFaOff', detail: { ended } });
    const cause = `twoFaOff:${deps.randomBytes(12).toString('base64url')}`;
    const variables = { login, at: deps.now().toISOString() };
    await queueMail(tx, deps, id, cause, { kind: 'twoFaOff', to: email, locale, variables });
  });
  return { isTwoFaEnabled: false };
}
