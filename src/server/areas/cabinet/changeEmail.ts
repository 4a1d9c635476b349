import { and, eq, sql } from 'drizzle-orm';
import type { ChangeEmailBody } from '#/contract/cabinet.ts';
import { record } from '../audit.ts';
import { type Budget, spend } from '../budget.ts';
import { accounts, emailChanges } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { issueEmailToken } from '../emailTokens.ts';
import { fail } from '../errors.ts';
import { queueMail } from '../mails.ts';
import { lockProven, proveOwnPassword } from '../ownPassword.ts';
import type { SessionAccount } from '../session.ts';

/** Each one mails two addresses, and a refusal tells that somebody has one. */
const EMAIL_CHANGES: Budget = { name: 'emailChanges', limit: 5, windowMs: 24 * 60 * 60_000 };
const CHANGE_MS = 24 * 60 * 60_000;

/**
 * Starts a change of the address: it is in force once both addresses have confirmed it by a mailed link, within 24
 * hours. Asked again, it starts anew.
 * @throws AppError passwordInvalid at password; emailSame or errorEmailExist at email; tooManyRequests; busy
 */
export async function changeEmail(
  deps: Deps,
  caller: SessionAccount,
  { email, password }: ChangeEmailBody,
): Promise<{ pendingEmail: string }> {
  const { id, serverKey } = caller;
  const proven = await proveOwnPassword(deps, id, password, 'password');
  if (email === proven.email) fail('emailSame', { errors: { email: 'emailSame' } });
  await spend(deps, EMAIL_CHANGES, `#${id}`);
  const isTaken = and(eq(accounts.serverKey, serverKey), eq(sql`lower(${accounts.email})`, email));
  const holders = await deps.db.select({ id: accounts.id }).from(accounts).where(isTaken);
  if (holders.length > 0) fail('errorEmailExist', { errors: { email: 'errorEmailExist' } });

  await withTx(deps.pool, async (tx) => {
    const account = await lockProven(tx, deps, caller, proven, 'password');
    const { login, email: oldEmail, locale, isVerified } = account;
    const now = deps.now();
    const change = {
      newEmail: email,
      // nobody has shown that the present address is the player's: it has no say, as it may be a mistyped one
      oldConfirmedAt: isVerified ? null : now,
      newConfirmedAt: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + CHANGE_MS),
    };
    await tx
      .insert(emailChanges)
      .values({ accountId: id, ...change })
      .onConflictDoUpdate({ target: emailChanges.accountId, set: change });
    await record(tx, deps, { accountId: id, actor: 'player', event: 'emailChangeAsked' });

    const cause = `emailChange:${deps.randomBytes(12).toString('base64url')}`;
    const token = await issueEmailToken(tx, deps, { accountId: id, purpose: 'changeNew', email });
    await queueMail(tx, deps, id, `${cause}:new`, {
      kind: 'emailChangeNew',
      to: email,
      locale,
      variables: { login, token },
    });
    if (!isVerified) return;
    const proof = { accountId: id, purpose: 'changeOld', email: oldEmail } as const;
    const oldToken = await issueEmailToken(tx, deps, proof);
    await queueMail(tx, deps, id, `${cause}:old`, {
      kind: 'emailChangeOld',
      to: oldEmail,
      locale,
      variables: { login, newEmail: email, token: oldToken },
    });
  });
  return { pendingEmail: email };
}
