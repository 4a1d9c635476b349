import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FreshProof, GameLinkReply, LinkCodeReply } from '#/contract/gameLink.ts';
import { lockCaller } from '#/server/domain/accounts/access/liveSessions.ts';
import { LINK_CODES } from '#/server/domain/accounts/rateLimits.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { makeLinkCode } from '#/server/domain/gameServers/linkCodes.ts';
import { mailUnlinked } from '#/server/domain/gameServers/linkMails.ts';
import {
  confirmLink,
  endLink,
  findIdentity,
  findLink,
  type GameLinkRow,
} from '#/server/domain/gameServers/links.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { maskedPlayer } from '#/server/platform/kernel/maskedName.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { proveFresh } from './proveFresh.ts';

/** Shows the link of the caller to their player of the game (D15). */
export async function gameLink(
  { db, now }: Pick<Deps, 'now'> & { db: NodePgDatabase },
  { id, serverKey }: SessionAccount,
): Promise<GameLinkReply> {
  const link = await findLink(db, id);
  const identity = (await findIdentity(db, serverKey)) ?? null;
  const heldUntil = link?.heldUntil && link.heldUntil > now() ? link.heldUntil : null;
  return {
    state: link?.state === 'pending' ? 'pending' : link ? 'active' : 'none',
    id: link?.id ?? null,
    player: link ? maskedPlayer(link.player) : null,
    character: link?.character ?? null,
    characterName: link?.characterName ?? null,
    linkedAt: link?.linkedAt.toISOString() ?? null,
    confirmedAt: link?.confirmedAt?.toISOString() ?? null,
    heldUntil: heldUntil?.toISOString() ?? null,
    serverKey,
    identity,
    canLinkHere: identity === 'link',
  };
}

/**
 * Makes a code for the caller to type in the game (D15).
 * @throws AppError linkUnavailable, linkTaken; as `proveFresh`; tooManyRequests
 */
export async function linkCode(
  deps: Deps,
  caller: SessionAccount,
  proof: FreshProof,
): Promise<LinkCodeReply> {
  if ((await findIdentity(deps.db, caller.serverKey)) !== 'link') fail('linkUnavailable');
  if ((await findLink(deps.db, caller.id))?.state === 'active') fail('linkTaken');
  await proveFresh(deps, caller, proof);
  await countAttempt(deps, LINK_CODES, `#${caller.id}`);
  return withTx(deps.pool, async (tx) => {
    const account = await lockCaller(tx, deps, caller);
    const { code, expiresAt } = await makeLinkCode(tx, deps, account);
    await writeAudit(tx, deps, { accountId: account.id, actor: 'player', event: 'gameLinkCodeMade' });
    return { code, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Confirms that the caller typed the code.
 * @throws AppError linkNotFound if another link has replaced the shown one
 */
export async function confirmOwnLink(
  deps: Deps,
  caller: SessionAccount,
  linkId: number,
): Promise<GameLinkReply> {
  const reply = await changeLink(deps, caller, async (tx, link) => {
    if (link.id !== linkId) fail('linkNotFound');
    await confirmLink(tx, deps, link, 'cabinet');
  });
  deps.wakeUps.emit('deliveries');
  return reply;
}

/**
 * Ends the pending link, because somebody else typed the code.
 * @throws AppError linkNotFound, also if the link is confirmed already
 */
export const refuseLink = (deps: Deps, caller: SessionAccount, linkId: number): Promise<GameLinkReply> =>
  changeLink(deps, caller, async (tx, link) => {
    if (link.id !== linkId || link.state !== 'pending') fail('linkNotFound');
    await endLink(tx, deps, link);
  });

/** Ends the link of the caller, and mails them. @throws AppError linkNotFound; as `proveFresh` */
export async function endOwnLink(
  deps: Deps,
  caller: SessionAccount,
  proof: FreshProof,
): Promise<GameLinkReply> {
  if (!(await findLink(deps.db, caller.id))) fail('linkNotFound');
  await proveFresh(deps, caller, proof);
  return changeLink(deps, caller, async (tx, link, account) => {
    await endLink(tx, deps, link);
    await mailUnlinked(tx, deps, account, link);
  });
}

type LockedAccount = Awaited<ReturnType<typeof lockCaller>>;

/** Runs a change of the caller's open link, and shows the link afterwards. */
function changeLink(
  deps: Deps,
  caller: SessionAccount,
  change: (tx: NodePgDatabase, link: GameLinkRow, account: LockedAccount) => Promise<void>,
): Promise<GameLinkReply> {
  return withTx(deps.pool, async (tx) => {
    const account = await lockCaller(tx, deps, caller);
    await change(tx, (await findLink(tx, account.id)) ?? fail('linkNotFound'), account);
    return gameLink({ ...deps, db: tx }, caller);
  });
}
