import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PresentPlayer } from '#/contract/game.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { gameInstances, gamePresence } from '#/server/platform/db/tables/game.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

type Clock = Pick<Deps, 'now'>;

/** Whether the player of an account is on the server now. */
export async function isPresent(
  tx: NodePgDatabase,
  { accountId, serverKey }: { accountId: number; serverKey: string },
): Promise<boolean> {
  const where = and(eq(gamePresence.accountId, accountId), eq(gamePresence.serverKey, serverKey));
  return (await tx.$count(gamePresence, where)) > 0;
}

/** When a new delivery may be handed over: now, or null while the player is away or the server never asked. */
export async function readyAtOf(
  tx: NodePgDatabase,
  { now }: Clock,
  delivery: { accountId: number; serverKey: string; needsOnline: boolean },
): Promise<Date | null> {
  const { serverKey, needsOnline } = delivery;
  const isReady = needsOnline
    ? await isPresent(tx, delivery)
    : (await tx.$count(gameInstances, eq(gameInstances.serverKey, serverKey))) > 0;
  return isReady ? now() : null;
}

/**
 * Notes that players are on a server, and makes ready what waits for them. Their name in the game is their login.
 * @returns how many accounts were found
 */
export async function joinPlayers(
  tx: NodePgDatabase,
  { now }: Clock,
  serverKey: string,
  players: readonly PresentPlayer[],
): Promise<number> {
  if (players.length === 0) return 0;
  const at = now();
  // the last word of a player counts
  const byPlayer = new Map(players.map((each) => [each.player, each]));
  const found = await accountsOf(tx, serverKey, [...byPlayer.keys()]);
  const rows = [...byPlayer.values()]
    .map(({ player, character = null, name = null }) => ({
      serverKey,
      player,
      accountId: found.get(player.toLowerCase()) ?? null,
      character,
      name,
      seenAt: at,
    }))
    .toSorted((a, b) => (a.player < b.player ? -1 : 1));
  await tx
    .insert(gamePresence)
    .values(rows)
    .onConflictDoUpdate({
      target: [gamePresence.serverKey, gamePresence.player],
      set: {
        accountId: sql`excluded.account_id`,
        character: sql`excluded.character`,
        name: sql`excluded.name`,
        seenAt: at,
      },
    });
  await setReady(tx, serverKey, [...found.values()], at);
  return found.size;
}

async function accountsOf(
  tx: NodePgDatabase,
  serverKey: string,
  logins: string[],
): Promise<Map<string, number>> {
  const lower = logins.map((login) => login.toLowerCase());
  const rows = await tx
    .select({ id: accounts.id, login: sql<string>`lower(${accounts.login})` })
    .from(accounts)
    .where(
      and(
        eq(accounts.serverKey, serverKey),
        inArray(sql`lower(${accounts.login})`, lower),
        eq(accounts.status, 'active'),
      ),
    );
  return new Map(rows.map(({ id, login }) => [login, id]));
}

/** Notes that players have left: what waits for them is not ready any more. */
export async function leavePlayers(
  tx: NodePgDatabase,
  serverKey: string,
  players: readonly string[],
): Promise<void> {
  if (players.length === 0) return;
  const gone = await tx
    .delete(gamePresence)
    .where(and(eq(gamePresence.serverKey, serverKey), inArray(gamePresence.player, [...players])))
    .returning({ accountId: gamePresence.accountId });
  await setAway(tx, serverKey, gone);
}

/** Forgets who is on a server, because its adapter starts anew, or whoever was not in the roster that began then. */
export async function forgetPlayers(tx: NodePgDatabase, serverKey: string, before?: Date): Promise<void> {
  const gone = await tx
    .delete(gamePresence)
    .where(and(eq(gamePresence.serverKey, serverKey), before ? lt(gamePresence.seenAt, before) : undefined))
    .returning({ accountId: gamePresence.accountId });
  await setAway(tx, serverKey, gone);
}

/** Makes ready what a server can give to players who are away. */
export const readyOffline = (tx: NodePgDatabase, { now }: Clock, serverKey: string) =>
  tx
    .update(deliveries)
    .set({ readyAt: now() })
    .where(
      and(
        eq(deliveries.serverKey, serverKey),
        eq(deliveries.state, 'waiting'),
        isNull(deliveries.readyAt),
        eq(deliveries.needsOnline, false),
      ),
    );

async function setReady(
  tx: NodePgDatabase,
  serverKey: string,
  accountIds: number[],
  at: Date,
): Promise<void> {
  if (accountIds.length === 0) return;
  const waiting = and(
    inArray(deliveries.accountId, accountIds),
    eq(deliveries.serverKey, serverKey),
    eq(deliveries.state, 'waiting'),
    isNull(deliveries.readyAt),
  );
  await tx.update(deliveries).set({ readyAt: at }).where(waiting);
}

async function setAway(
  tx: NodePgDatabase,
  serverKey: string,
  gone: readonly { accountId: number | null }[],
): Promise<void> {
  const ids = gone.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));
  if (ids.length === 0) return;
  await tx
    .update(deliveries)
    .set({ readyAt: null })
    .where(
      and(
        inArray(deliveries.accountId, ids),
        eq(deliveries.serverKey, serverKey),
        eq(deliveries.state, 'waiting'),
        isNotNull(deliveries.readyAt),
        eq(deliveries.needsOnline, true),
      ),
    );
}
