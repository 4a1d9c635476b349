import { timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { MAILED_KINDS } from '#/contract/kernel/playerNews.ts';
import { type LockedAccount, lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { codeMac, lastingCodeMacs } from '#/server/platform/kernel/codes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { storeChoices } from './mailChoices.ts';

/** Purpose of the signature. It is none of any other code, so the token opens nothing else. */
const PURPOSE = 'unsubscribe';
const TOKEN = /^stop\.([1-9]\d{0,14})\.([1-9]\d{0,5})\.([\w-]{43})$/;
const DAY_MS = 24 * 60 * 60_000;
/** Days for which the link of a mail works. */
export const STOP_LINK_DAYS = 180;

type Owner = Pick<LockedAccount, 'id' | 'email'>;

/** The signature covers account, address and day: another address makes the links of the former one worthless. */
const ownerOf = ({ id, email }: Owner) => `${id}|${email}`;
const dayOf = (now: Date) => Math.floor(now.getTime() / DAY_MS);

/** Creates the token of a mail's unsubscribe link (C16). */
export function stopMailsToken({ secretKey, now }: Pick<Deps, 'secretKey' | 'now'>, account: Owner): string {
  const day = String(dayOf(now()));
  return `stop.${account.id}.${day}.${codeMac(secretKey, PURPOSE, ownerOf(account), day).toString('base64url')}`;
}

/** Whether a token of a mailed link belongs to an unsubscribe link. */
export const isStopMailsToken = (token: string): boolean => token.startsWith('stop.');

/**
 * Stops all news mails of the account that the token names; repeated, it changes nothing. It signs nobody in and does
 * nothing else, so it also works after a recovery. Nothing is locked or written for a forged token.
 * @param mayAct is asked before anything changes
 * @throws AppError verificationInvalid; what `mayAct` throws
 */
export async function stopMails(
  deps: Deps,
  token: string,
  mayAct: (account: LockedAccount) => void = () => {},
): Promise<void> {
  const [, accountId, day = '', given = ''] = TOKEN.exec(token) ?? [];
  const today = dayOf(deps.now());
  if (accountId === undefined || Number(day) > today + 1 || Number(day) < today - STOP_LINK_DAYS)
    fail('verificationInvalid');
  const byId = eq(accounts.id, Number(accountId));
  const signature = { day, mac: Buffer.from(given, 'base64url') };
  const [found] = await deps.db.select({ id: accounts.id, email: accounts.email }).from(accounts).where(byId);
  if (!found || !(await isSigned(deps.db, deps, found, signature))) fail('verificationInvalid');
  await withTx(deps.pool, async (tx) => {
    const account = await lockAccount(tx, byId);
    // the address may have changed meanwhile
    if (account?.status !== 'active' || account.email !== found.email) return fail('verificationInvalid');
    mayAct(account);
    return storeChoices(tx, deps, account.id, { kinds: MAILED_KINDS, choice: 'off', by: 'link' });
  });
}

async function isSigned(
  db: NodePgDatabase,
  { secretKey }: Pick<Deps, 'secretKey'>,
  owner: Owner,
  { day, mac }: { day: string; mac: Buffer },
): Promise<boolean> {
  const macs = await lastingCodeMacs(db, secretKey, PURPOSE, ownerOf(owner), day);
  return macs.some((known) => known.length === mac.length && timingSafeEqual(known, mac));
}
