import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type LockedAccount, lockAccount } from '../accountLock.ts';
import { record } from '../audit.ts';
import { accounts } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type EmailProof, findEmailToken, takeEmailToken } from '../emailTokens.ts';
import { fail } from '../errors.ts';
import { type ChangeProgress, confirmChange, isAddressTaken, progressOfChange } from './confirmChange.ts';

type Verified = 'email' | ChangeProgress;

/**
 * Takes the token of a mailed link (RT1): it confirms the address it was mailed to, once, and signs nobody in. The same
 * link opened again tells what it has done.
 * @throws AppError verificationInvalid; errorEmailExist when somebody else has taken the new address since
 */
export async function verifyEmail(deps: Deps, token: string): Promise<{ verified: Verified }> {
  const known = (await findEmailToken(deps.db, token)) ?? refuse();
  const verified = await withTx(deps.pool, (tx) => verify(tx, deps, token, known)).catch((error: unknown) => {
    if (isAddressTaken(error)) fail('errorEmailExist', { cause: error });
    throw error;
  });
  return { verified };
}

async function verify(tx: NodePgDatabase, deps: Deps, token: string, known: EmailProof): Promise<Verified> {
  const account = await lockAccount(tx, eq(accounts.id, known.accountId));
  if (account?.status !== 'active') refuse();
  const isChange = known.purpose !== 'verify';
  if (await takeEmailToken(tx, deps, token))
    return isChange
      ? confirmChange(tx, deps, account, known)
      : confirmAddress(tx, deps, account, known.email);
  // used up, maybe while the account was waited for, or run out
  const isUsed = (await findEmailToken(tx, token))?.usedAt;
  if (!isUsed) refuse();
  if (isChange) return (await progressOfChange(tx, account, known)) ?? refuse();
  return account.isVerified && account.email === known.email ? 'email' : refuse();
}

function refuse(): never {
  return fail('verificationInvalid');
}

async function confirmAddress(
  tx: NodePgDatabase,
  deps: Deps,
  { id, email, isVerified }: LockedAccount,
  provenEmail: string,
): Promise<'email'> {
  if (provenEmail !== email) refuse();
  if (!isVerified) {
    await tx.update(accounts).set({ isVerified: true }).where(eq(accounts.id, id));
    await record(tx, deps, { accountId: id, actor: 'player', event: 'emailConfirmed' });
  }
  return 'email';
}
