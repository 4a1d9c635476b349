import type { FastifyBaseLogger } from 'fastify';
import { asc, desc } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { onlineSamples, servers } from '#/server/platform/db/tables/servers.ts';
import type { GameServers, PlayerCount } from '#/server/ports/gameServers.ts';

export interface OnlinePeak {
  online: number;
  at: Date;
}

/** The counts that this process knows at one moment. */
export interface CurrentCounts {
  /** Servers that answered recently; the counts of the others are unknown. */
  ofServer: ReadonlyMap<string, PlayerCount>;
  /** The highest total ever, from the samples or seen by this process. Null until a server has answered. */
  peak: OnlinePeak | null;
}

/** The players on all game servers, as this process last read them. */
export interface PlayerCounts {
  /** Polls all game servers. Parallel callers share the answers. */
  poll: () => Promise<void>;
  /**
   * Returns the known counts, and starts a poll if they are older than an interval (L7). While polls fail as a whole, the
   * counts are those that were returned last. The object is the same until they change or may have changed.
   */
  current: () => Promise<CurrentCounts>;
}

interface Sources {
  db: NodePgDatabase;
  now: () => Date;
  gameServers: GameServers;
  log: FastifyBaseLogger;
  /** Interval of the polls. A count is valid for twice as long. */
  intervalMs: number;
}

/** The known counts are put together anew after this time at the latest. */
const SAME_MS = 100;

/** Creates the counts of a process. Nothing is polled before the first `poll` or `current`. */
export function createPlayerCounts({ db, now, gameServers, log, intervalMs }: Sources): PlayerCounts {
  const answers = new Map<string, PlayerCount>();
  const silent = new Set<string>();
  let peak: OnlinePeak | null = null;
  let running: Promise<void> | undefined;
  let polledAtMs = -Infinity;
  /** Why the last poll failed as a whole, as while the database is silent. */
  let failure: unknown;
  /** The counts that were returned last. */
  let shown: CurrentCounts | undefined;
  let known: { counts: CurrentCounts; fromMs: number; untilMs: number } | undefined;

  // counts further in the future were written by a wrong clock, so they are not valid either
  const isGood = ({ at }: PlayerCount) => Math.abs(now().getTime() - at.getTime()) < 2 * intervalMs;
  const good = () => new Map([...answers].filter(([, count]) => isGood(count)));
  const ask = async (key: string) => {
    let reason = 'has not reported for a while';
    const count = await gameServers.ask(key).catch((error: unknown) => {
      reason = (error as Error).message;
    });
    if (count) answers.set(key, count);
    else if (count === null) answers.delete(key);
    known = undefined;
    const last = answers.get(key);
    const isSilent = count !== null && (count === undefined || !isGood(count));
    if (isSilent && !silent.has(key))
      log.warn({ gameServer: key, reason, lastHeardAt: last?.at }, 'a game server does not answer');
    if (!isSilent && silent.has(key)) log.info({ gameServer: key }, 'a game server answers again');
    if (isSilent) silent.add(key);
    else silent.delete(key);
  };
  const pollOnce = async () => {
    const keys = (await db.select({ key: servers.key }).from(servers)).map(({ key }) => key);
    await Promise.all(keys.map(ask));
    for (const key of answers.keys()) if (!keys.includes(key)) answers.delete(key);
    const sampled = await highestSample(db);
    const valid = good();
    const present = valid.size > 0 ? { online: playersOf(valid), at: now() } : null;
    for (const other of [sampled, present]) if (other && (!peak || other.online > peak.online)) peak = other;
    known = undefined;
  };
  const countsAt = (ms: number) => {
    if (known && known.fromMs <= ms && ms < known.untilMs) return known.counts;
    const ofServer = good();
    const ends = [...ofServer.values()].map(({ at }) => at.getTime() + 2 * intervalMs);
    known = { counts: { ofServer, peak }, fromMs: ms, untilMs: Math.min(ms + SAME_MS, ...ends) };
    return known.counts;
  };
  const run = async () => {
    try {
      await pollOnce();
      failure = undefined;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // after a failure, too: what was shown last is shown for another interval
      if (!failure || shown) polledAtMs = now().getTime();
      running = undefined;
    }
  };
  const poll = () => (running ??= run());

  return {
    poll,
    current: async () => {
      const ageMs = now().getTime() - polledAtMs;
      if (ageMs >= intervalMs) {
        const isFirst = !running;
        const polled = poll().catch((error: unknown) => {
          if (isFirst) log.warn(error, 'the game servers could not be asked');
        });
        // what is still valid is returned at once, even while a server delays its answer
        if (ageMs >= 2 * intervalMs) await polled;
      }
      if (failure === undefined) return (shown = countsAt(now().getTime()));
      if (shown) return shown;
      throw failure;
    },
  };
}

/** Players on all servers together. */
export function playersOf(counts: CurrentCounts['ofServer']): number {
  return [...counts.values()].reduce((sum, { online }) => sum + online, 0);
}

/** The highest total in the samples, and when it was first reached. */
async function highestSample(db: NodePgDatabase): Promise<OnlinePeak | null> {
  const [highest] = await db
    .select({ online: onlineSamples.online, at: onlineSamples.at })
    .from(onlineSamples)
    .orderBy(desc(onlineSamples.online), asc(onlineSamples.at))
    .limit(1);
  return highest ?? null;
}
