import { and, eq, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PresentPlayer } from '#/contract/game.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { gamePresence } from '#/server/platform/db/tables/game.ts';
import { allOrEach } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { findAccounts } from './playersOfGame.ts';
import { readyFor, readyFrom } from './readyAt.ts';

type Clock = Pick<Deps, 'now'>;
type Log = Pick<Deps, 'log'>;

/**
 * Whether the player is in the game with another character than the delivery's. They must join with the right one.
 */
export async function playsAnother(
  tx: NodePgDatabase,
  { accountId, serverKey, character }: { accountId: number; serverKey: string; character: string | null },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT FROM game_presence p
    LEFT JOIN game_links l ON l.account_id = p.account_id AND l.server_key = p.server_key AND l.state = 'active'
    WHERE p.account_id = ${accountId} AND p.server_key = ${serverKey}
      AND p.character <> coalesce(${character}, l.character)`);
  return rows.length > 0;
}

/**
 * Returns when a delivery may be handed over: now, or null while the player is away or not linked, or the server was
 * never in contact.
 */
export async function readyAtOf(
  tx: NodePgDatabase,
  { now }: Clock,
  delivery: { accountId: number; serverKey: string; needsOnline: boolean; createdAt: Date },
): Promise<Date | null> {
  const { rows } = await tx.execute<{ from: string | null }>(
    sql`SELECT ${readyFor(now(), delivery)} AS from`,
  );
  const [ready] = rows;
  return ready?.from ? new Date(ready.from) : null;
}

/** Reports a player whom the site fails to note. All others of the game are noted (D3). */
const reportUnnoted =
  ({ log }: Log, gameServer: string) =>
  (player: string | number, error: unknown): void =>
    log.error({ err: error, gameServer, player }, 'a player of a game server could not be noted');

/**
 * Notes that players are on a server, and makes their waiting deliveries ready. A player whom the site fails to note
 * does not keep the others waiting.
 */
export async function joinPlayers(
  tx: NodePgDatabase,
  deps: Clock & Log,
  serverKey: string,
  players: readonly PresentPlayer[],
): Promise<void> {
  // if a player occurs twice, the last entry counts
  const byPlayer = new Map(players.map((each) => [each.player, each]));
  const report = reportUnnoted(deps, serverKey);
  await allOrEach(
    tx,
    [...byPlayer.values()],
    (some) => joinSome(tx, deps, serverKey, some),
    ({ player }, error) => report(player, error),
  );
}

/** @param players each once */
async function joinSome(
  tx: NodePgDatabase,
  { now }: Clock,
  serverKey: string,
  players: readonly PresentPlayer[],
): Promise<void> {
  const at = now();
  const found = await findAccounts(
    tx,
    serverKey,
    players.map(({ player }) => player),
  );
  const rows = players
    .map(({ player, character = null, name = null }) => ({
      serverKey,
      player,
      accountId: found.get(player) ?? null,
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
}

/** Notes that players have left, so their waiting deliveries are no longer ready. */
export const leavePlayers = (
  tx: NodePgDatabase,
  deps: Log,
  serverKey: string,
  players: readonly string[],
): Promise<void> =>
  allOrEach(
    tx,
    players,
    async (some) => {
      const gone = await tx
        .delete(gamePresence)
        .where(and(eq(gamePresence.serverKey, serverKey), inArray(gamePresence.player, [...some])))
        .returning({ accountId: gamePresence.accountId });
      await setAway(tx, serverKey, accountsOf(gone));
    },
    reportUnnoted(deps, serverKey),
  );

/**
 * Removes players from a server: all because its adapter restarts, or those who were missing from the roster that
 * began then.
 */
export async function forgetPlayers(
  tx: NodePgDatabase,
  deps: Log,
  serverKey: string,
  before?: Date,
): Promise<void> {
  const gone = await tx
    .delete(gamePresence)
    .where(and(eq(gamePresence.serverKey, serverKey), before ? lt(gamePresence.seenAt, before) : undefined))
    .returning({ accountId: gamePresence.accountId });
  await allOrEach(
    tx,
    accountsOf(gone),
    (some) => setAway(tx, serverKey, some),
    reportUnnoted(deps, serverKey),
  );
}

const accountsOf = (rows: readonly { accountId: number | null }[]): number[] =>
  rows.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));

/** Makes offline deliveries of a server ready, and makes those of players without a link not ready. */
export const readyOffline = (tx: NodePgDatabase, { now }: Clock, serverKey: string) => {
  const from = readyFrom(now());
  return tx
    .update(deliveries)
    .set({ readyAt: from })
    .where(
      and(
        eq(deliveries.serverKey, serverKey),
        eq(deliveries.state, 'waiting'),
        eq(deliveries.needsOnline, false),
        sql`(${deliveries.readyAt} IS NULL OR ${from} IS NULL)`,
      ),
    );
};

/**
 * Handles a link that became active or is no longer held: its player is matched if they are on the server, and
 * waiting deliveries may become ready.
 */
export async function admitPlayer(
  tx: NodePgDatabase,
  { now }: Clock,
  { serverKey, player, accountId }: { serverKey: string; player: string; accountId: number },
): Promise<void> {
  const at = now();
  const here = await tx
    .update(gamePresence)
    .set({ accountId })
    .where(and(eq(gamePresence.serverKey, serverKey), eq(gamePresence.player, player)))
    .returning({ player: gamePresence.player });
  await tx
    .update(deliveries)
    .set({ readyAt: readyFrom(at) })
    .where(
      and(
        eq(deliveries.accountId, accountId),
        eq(deliveries.serverKey, serverKey),
        eq(deliveries.state, 'waiting'),
        here.length > 0 ? undefined : eq(deliveries.needsOnline, false),
      ),
    );
}

/**
 * Handles a link that ended: its player is unmatched, and waiting deliveries are neither ready nor meant for a
 * character.
 */
export async function dismissPlayer(
  tx: NodePgDatabase,
  { serverKey, accountId }: { serverKey: string; accountId: number },
): Promise<void> {
  const where = and(eq(gamePresence.serverKey, serverKey), eq(gamePresence.accountId, accountId));
  await tx.update(gamePresence).set({ accountId: null }).where(where);
  await tx
    .update(deliveries)
    .set({ readyAt: null, character: null })
    .where(
      and(
        eq(deliveries.accountId, accountId),
        eq(deliveries.serverKey, serverKey),
        notInArray(deliveries.state, ['done', 'cancelled']),
      ),
    );
}

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
    // the player may have returned with the right character, which ends the wait for the next try
    or(isNull(deliveries.readyAt), eq(deliveries.outcome, 'retry:wrong_character')),
  );
  await tx
    .update(deliveries)
    .set({ readyAt: readyFrom(at) })
    .where(waiting);
}

async function setAway(tx: NodePgDatabase, serverKey: string, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return;
  await tx
    .update(deliveries)
    .set({ readyAt: null })
    .where(
      and(
        inArray(deliveries.accountId, [...accountIds]),
        eq(deliveries.serverKey, serverKey),
        eq(deliveries.state, 'waiting'),
        isNotNull(deliveries.readyAt),
        eq(deliveries.needsOnline, true),
      ),
    );
}
