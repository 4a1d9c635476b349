import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { GameBody, GameReplies } from '#/contract/game.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { LINK_GUESSES } from '#/server/domain/accounts/rateLimits.ts';
import type { HeardInstance } from '#/server/domain/gameServers/instances.ts';
import {
  findLinkCode,
  linkCodeMac,
  linkCodeMacs,
  takeLinkCode,
} from '#/server/domain/gameServers/linkCodes.ts';
import { mailLinked } from '#/server/domain/gameServers/linkMails.ts';
import { beginLink, findTied } from '#/server/domain/gameServers/links.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { maskedName } from '#/server/platform/kernel/maskedName.ts';
import { countAttempt, takeBackAttempt } from '#/server/platform/kernel/rateLimit.ts';

/**
 * Ties the player who typed a code to the account that made it (D15). Player and mailbox are asked to confirm it.
 * Until the confirmation a repeated message gets the same answer. A guess is counted before it is checked.
 * @throws AppError linkCodeInvalid; linkTaken, which leaves the code as it was; tooManyRequests by
 * `LINK_GUESSES`
 */
export async function linkPlayer(
  deps: Deps,
  { serverKey, identity }: Pick<HeardInstance, 'serverKey' | 'identity'>,
  { code, ...player }: Pick<GameBody<'links'>, 'code' | 'player' | 'ids' | 'character' | 'name'>,
): Promise<GameReplies['links']> {
  if (identity !== 'link') return fail('linkCodeInvalid');
  const subject = `${serverKey}|${player.player}`;
  await countAttempt(deps, LINK_GUESSES, subject);
  const typed = { ...player, codeMac: linkCodeMac(deps, serverKey, code) };
  const tied =
    (await withTx(deps.pool, (tx) => useCode(tx, deps, { serverKey, code, typed }))) ??
    (await findTied(deps.db, serverKey, { ...player, codeMacs: linkCodeMacs(deps, serverKey, code) })) ??
    fail('linkCodeInvalid');
  await takeBackAttempt(deps, LINK_GUESSES, subject);
  // fonts of games have no bullet character
  return { login: maskedName(tied.login).replaceAll('•', '*') };
}

interface Typed {
  serverKey: string;
  code: string;
  typed: Parameters<typeof beginLink>[3];
}

/** @returns the account; undefined if the code is wrong, used or expired */
async function useCode(
  tx: NodePgDatabase,
  deps: Deps,
  { serverKey, code, typed }: Typed,
): Promise<{ login: string } | undefined> {
  const accountId = await findLinkCode(tx, deps, serverKey, code);
  const account = accountId && (await lockAccount(tx, eq(accounts.id, accountId)));
  if (!account || account.status !== 'active') return undefined;
  if (!(await takeLinkCode(tx, deps, account, code))) return undefined;
  await mailLinked(tx, deps, account, await beginLink(tx, deps, account, typed));
  return account;
}
