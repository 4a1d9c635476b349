import { asc, eq, sql } from 'drizzle-orm';
import { KEY_ENDS_SOON_MS, type ServerLane } from '#/contract/operator/servers.ts';
import { MOST_COUNTED } from '#/contract/operator/site.ts';
import { SERVER_SILENT_MS } from '#/server/domain/deliveries/deliveryList.ts';
import { gameAlarms } from '#/server/domain/deliveries/gameAlarms.ts';
import type { InstanceRow } from '#/server/domain/gameServers/instances.ts';
import { gameInstances } from '#/server/platform/db/tables/game.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Most rows that the counts of all lanes read together, so that many servers take no longer than one (D25). */
const COUNTED_ROWS = 2500;
const LEAST_COUNTED = 10;

interface Counts extends Record<string, unknown> {
  key: string;
  waiting: number;
  ready: number;
  leased: number;
  trouble: number;
  oldest: string | null;
  keys: number;
  keyEnds: string | null;
}

/**
 * Lists the game servers in the order of the catalogue, with the deliveries that wait for each.
 * @param only key of a single server
 */
export async function listServers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  only?: string,
): Promise<(ServerLane & { row: InstanceRow | null })[]> {
  const at = now();
  const rows = await db
    .select({ key: servers.key, names: servers.names, instance: gameInstances })
    .from(servers)
    .leftJoin(gameInstances, eq(gameInstances.serverKey, servers.key))
    .where(only === undefined ? undefined : eq(servers.key, only))
    .orderBy(asc(servers.sortOrder), asc(servers.key));
  const most = Math.min(MOST_COUNTED, Math.max(LEAST_COUNTED, Math.floor(COUNTED_ROWS / rows.length)));
  const counts = new Map((await countAll(db, { at, most, only })).map((one) => [one.key, one]));
  const alarms = await gameAlarms(db, now);
  return rows.map(({ key, names, instance }) => {
    const one = counts.get(key);
    return {
      key,
      names,
      row: instance,
      instance: instance && instanceOf(instance, at),
      waiting: one?.waiting ?? 0,
      ready: one?.ready ?? 0,
      leased: one?.leased ?? 0,
      trouble: one?.trouble ?? 0,
      oldestReadyAt: isoOf(one?.oldest),
      mostCounted: most,
      alarms: alarms.filter(({ server }) => server === key).map(({ alarm, count }) => ({ alarm, count })),
      liveKeys: one?.keys ?? 0,
      keyEndsAt: isoOf(one?.keyEnds),
    };
  });
}

const isoOf = (time: string | null | undefined) => (time ? new Date(time).toISOString() : null);

const instanceOf = (row: InstanceRow, at: Date): NonNullable<ServerLane['instance']> => ({
  isAlive: row.endedAt === null && at.getTime() - row.seenAt.getTime() <= SERVER_SILENT_MS,
  seenAt: row.seenAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  adapter: row.adapter,
  game: row.game,
  host: row.host,
  network: row.network,
  identity: row.identity,
  clockOffsetMs: row.clockOffsetMs,
  ledger: row.ledgerId,
  rival: row.rivalAt && {
    host: row.rivalHost ?? '',
    network: row.rivalNetwork ?? '',
    at: row.rivalAt.toISOString(),
  },
});

/** Counts the waiting deliveries of each server, each kind by a partial index. */
async function countAll(
  db: Deps['db'],
  { at, most, only }: { at: Date; most: number; only: string | undefined },
): Promise<Counts[]> {
  const soon = new Date(at.getTime() + KEY_ENDS_SOON_MS);
  const some = (which: ReturnType<typeof sql>) =>
    sql`(SELECT count(*)::int FROM (SELECT FROM deliveries d WHERE d.server_key = s.key AND ${which} LIMIT ${most}) counted)`;
  const whereKeyLive = sql`k.server_key = s.key AND k.revoked_at IS NULL AND (k.not_after IS NULL OR k.not_after > ${at})`;
  const whereReady = sql`d.state = 'waiting' AND d.ready_at IS NOT NULL AND d.ready_at <= ${at}`;
  // `NOT IN` is the condition of the index `deliveries_unsettled`, which the planner uses only if the query repeats it
  const { rows } = await db.execute<Counts>(sql`SELECT s.key,
      ${some(sql`d.state NOT IN ('done', 'cancelled') AND d.state = 'waiting'`)} AS waiting,
      ${some(whereReady)} AS ready,
      ${some(sql`d.state IN ('leased', 'cancelling')`)} AS leased,
      ${some(sql`d.state IN ('failed', 'unknown')`)} AS trouble,
      (SELECT d.ready_at FROM deliveries d WHERE d.server_key = s.key AND ${whereReady} ORDER BY d.ready_at LIMIT 1) AS oldest,
      (SELECT count(*)::int FROM game_keys k WHERE ${whereKeyLive}) AS keys,
      (SELECT min(k.not_after) FROM game_keys k WHERE ${whereKeyLive} AND k.not_after <= ${soon}) AS "keyEnds"
    FROM servers s WHERE ${only === undefined ? sql`true` : sql`s.key = ${only}`}`);
  return rows;
}
