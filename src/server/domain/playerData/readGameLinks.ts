import { desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PlayerData } from '#/contract/playerData.ts';
import { gamePresence } from '#/server/platform/db/tables/game.ts';
import { gameLinks, linkCodes, spendPermits } from '#/server/platform/db/tables/gameLinks.ts';
import { isoTime } from './isoTime.ts';

type LinkData = Pick<PlayerData, 'gameLinks' | 'linkCode' | 'spendPermit' | 'inGame'>;

/** Reads a player's links to games, and their permit for spending; the newest first. */
export async function readGameLinks(tx: NodePgDatabase, accountId: number): Promise<LinkData> {
  const [linkCode] = await tx
    .select({ createdAt: isoTime(linkCodes.createdAt), expiresAt: isoTime(linkCodes.expiresAt) })
    .from(linkCodes)
    .where(eq(linkCodes.accountId, accountId));
  const [spendPermit] = await tx
    .select({
      coinsPerDay: spendPermits.coinsPerDay,
      spentOn: spendPermits.spentOn,
      spentCoins: spendPermits.spentCoins,
      setAt: isoTime(spendPermits.setAt),
    })
    .from(spendPermits)
    .where(eq(spendPermits.accountId, accountId));
  return {
    gameLinks: await tx
      .select({
        server: gameLinks.serverKey,
        player: gameLinks.player,
        ids: gameLinks.ids,
        character: gameLinks.character,
        characterName: gameLinks.characterName,
        state: gameLinks.state,
        linkedAt: isoTime(gameLinks.linkedAt),
        confirmedAt: isoTime(gameLinks.confirmedAt),
        heldUntil: isoTime(gameLinks.heldUntil),
        endedAt: isoTime(gameLinks.endedAt),
      })
      .from(gameLinks)
      .where(eq(gameLinks.accountId, accountId))
      .orderBy(desc(gameLinks.id)),
    linkCode: linkCode ?? null,
    spendPermit: spendPermit ?? null,
    inGame: await tx
      .select({
        server: gamePresence.serverKey,
        player: gamePresence.player,
        character: gamePresence.character,
        name: gamePresence.name,
        seenAt: isoTime(gamePresence.seenAt),
      })
      .from(gamePresence)
      .where(eq(gamePresence.accountId, accountId))
      .orderBy(desc(gamePresence.seenAt)),
  };
}
