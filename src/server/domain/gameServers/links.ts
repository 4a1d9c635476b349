import { and, asc, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { GameBody } from '#/contract/game.ts';
import type { LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import { revokeEmailTokens, TAKE_BACK_MS } from '#/server/domain/accounts/emailTokens.ts';
import { tellPremiumAgain } from '#/server/domain/deliveries/deliver.ts';
import { admitPlayer, dismissPlayer } from '#/server/domain/deliveries/presence.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { gameInstances } from '#/server/platform/db/tables/game.ts';
import { gameLinks, linkCodes, spendPermits } from '#/server/platform/db/tables/gameLinks.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Earlier purchases wait for this time after a link to another player, so that the account's owner can end the link
 * first.
 */
const HOLD_MS = 24 * 60 * 60_000;

export type GameLinkRow = typeof gameLinks.$inferSelect;
type LinkDeps = Pick<Deps, 'now' | 'randomBytes'>;
type EndedBy = { actor: 'player' } | { actor: 'operator'; reason: string };
type NewLink = Pick<GameBody<'links'>, 'player' | 'ids' | 'character' | 'name'> & {
  /** HMAC of the typed code. Absent when no code was typed. */
  codeMac?: Buffer;
};

const whereOpen = ne(gameLinks.state, 'ended');

/** Finds the link of an account that has not ended. */
export async function findLink(db: NodePgDatabase, accountId: number): Promise<GameLinkRow | undefined> {
  const where = and(eq(gameLinks.accountId, accountId), whereOpen);
  return (await db.select().from(gameLinks).where(where))[0];
}

/** Whether the adapter of a server finds its players by links. */
export async function findIdentity(
  db: NodePgDatabase,
  serverKey: string,
): Promise<'login' | 'link' | undefined> {
  const [game] = await db.select().from(gameInstances).where(eq(gameInstances.serverKey, serverKey));
  return game?.identity;
}

/**
 * Finds the account that the same player has tied with the same code, while the link is pending. The game repeats its
 * message when the first answer was lost.
 */
export async function findTied(
  db: NodePgDatabase,
  serverKey: string,
  { player, character, codeMacs }: { player: string; character?: string | undefined; codeMacs: Buffer[] },
): Promise<{ login: string } | undefined> {
  const whereSame = and(
    eq(gameLinks.serverKey, serverKey),
    eq(gameLinks.player, player),
    eq(gameLinks.state, 'pending'),
    inArray(gameLinks.codeMac, codeMacs),
    character === undefined ? isNull(gameLinks.character) : eq(gameLinks.character, character),
  );
  const [tied] = await db
    .select({ login: accounts.login })
    .from(gameLinks)
    .innerJoin(accounts, eq(accounts.id, gameLinks.accountId))
    .where(whereSame);
  return tied;
}

/**
 * Ties a player of the game to a locked account (D15). The link is pending until the player confirms it on the site.
 * It replaces a pending link of the same account or player, because a newly typed code shows a changed mind.
 * @throws AppError linkTaken if the account or the player has an active link
 */
export async function beginLink(
  tx: NodePgDatabase,
  deps: LinkDeps,
  { id: accountId, serverKey }: LockedAccount,
  { player, ids = [], character, name, codeMac }: NewLink,
): Promise<GameLinkRow> {
  const byPlayer = and(eq(gameLinks.serverKey, serverKey), eq(gameLinks.player, player));
  const before = await tx
    .select()
    .from(gameLinks)
    .where(and(whereOpen, or(eq(gameLinks.accountId, accountId), byPlayer)))
    .orderBy(asc(gameLinks.id))
    .for('update');
  if (before.some(({ state }) => state === 'active')) fail('linkTaken');
  const linkedAt = deps.now();
  const ended = { state: 'ended', endedAt: linkedAt } as const;
  for (const { id } of before) await tx.update(gameLinks).set(ended).where(eq(gameLinks.id, id));
  const wasLinked = and(eq(gameLinks.accountId, accountId), isNotNull(gameLinks.confirmedAt));
  const isFirst = (await tx.$count(gameLinks, wasLinked)) === 0;
  const [link] = await tx
    .insert(gameLinks)
    .values({
      accountId,
      serverKey,
      player,
      ids,
      character: character ?? null,
      characterName: name ?? null,
      state: 'pending',
      codeMac: codeMac ?? null,
      linkedAt,
      heldUntil: isFirst ? null : new Date(linkedAt.getTime() + HOLD_MS),
    })
    // a parallel request has tied the same player
    .onConflictDoNothing()
    .returning();
  await writeAudit(tx, deps, { accountId, actor: 'player', event: 'gameLinked' });
  return link ?? fail('linkTaken');
}

/**
 * Confirms a link of a locked account, so that its player receives the waiting deliveries. For links after the first
 * one, only the mailed link ends the hold (D16). Does nothing if the link was confirmed before.
 */
export async function confirmLink(
  tx: NodePgDatabase,
  deps: LinkDeps,
  link: GameLinkRow,
  by: 'cabinet' | 'mail',
): Promise<void> {
  const isNew = link.state === 'pending';
  const set = {
    state: 'active' as const,
    confirmedAt: link.confirmedAt ?? deps.now(),
    heldUntil: by === 'mail' ? null : link.heldUntil,
  };
  await tx.update(gameLinks).set(set).where(eq(gameLinks.id, link.id));
  const { accountId, serverKey } = link;
  // this player of the game may not know the Premium yet
  if (isNew) await tellPremiumAgain(tx, deps, { accountId, serverKey });
  await admitPlayer(tx, deps, link);
  if (isNew || by === 'mail')
    await writeAudit(tx, deps, { accountId, actor: 'player', event: 'gameLinkConfirmed', detail: { by } });
}

/**
 * Ends a link of a locked account. Its player receives nothing more, its mailed link becomes invalid, and the game
 * may not spend coins any more.
 */
export async function endLink(
  tx: NodePgDatabase,
  deps: LinkDeps,
  link: GameLinkRow,
  by: EndedBy = { actor: 'player' },
): Promise<void> {
  const { id, accountId } = link;
  const ended = { state: 'ended', endedAt: deps.now() } as const;
  await tx.update(gameLinks).set(ended).where(eq(gameLinks.id, id));
  await dismissPlayer(tx, link);
  await revokeEmailTokens(tx, deps, accountId, ['gameLink']);
  await tx.delete(linkCodes).where(eq(linkCodes.accountId, accountId));
  await tx.delete(spendPermits).where(eq(spendPermits.accountId, accountId));
  const detail = by.actor === 'operator' ? { reason: by.reason } : {};
  await writeAudit(tx, deps, { accountId, actor: by.actor, event: 'gameLinkEnded', detail });
}

/**
 * Ends a link of a locked account that is so young that an intruder may have made it, for an act that secures the
 * account.
 * @returns the ended link
 */
export async function endYoungLink(
  tx: NodePgDatabase,
  deps: LinkDeps,
  accountId: number,
  by?: EndedBy,
): Promise<GameLinkRow | undefined> {
  const link = await findLink(tx, accountId);
  if (!link || deps.now().getTime() - link.linkedAt.getTime() >= TAKE_BACK_MS) return undefined;
  await endLink(tx, deps, link, by);
  return link;
}
