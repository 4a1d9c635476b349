import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openCases } from '../openings.ts';
import { type GameServer, pull, reportDone } from './gameServers.ts';
import { openLine } from './line.ts';
import { middle, p99 } from './latencies.ts';
import { churn, giveBack, hideAll, makeReady, type Place } from './site.ts';

/**
 * Number of polls under way at once. Polls one after the other would measure the disk, because each commit waits
 * for it.
 */
const PULLS_AT_ONCE = 8;

/** A place and the port of a server on it. */
interface Served extends Place {
  port: number;
}

/** How long a poll with work takes with the million, against a table without it: p99 of polls in turns. */
export async function pullRatio(
  empty: Served,
  full: Served,
  rounds: number,
): Promise<{ emptyMs: number; fullMs: number; ratio: number }> {
  const [ofEmpty, ofFull]: [number[], number[]] = [[], []];
  const time = async ({ servers, port }: Served, no: number, latencies: number[]) => {
    const startMs = performance.now();
    await pull(port, servers[no]!, 2);
    latencies.push(performance.now() - startMs);
  };
  for (let round = 0; round <= rounds; round++) {
    const left = full.servers.map(({ no }) => no);
    const worker = async () => {
      for (let no = left.pop(); no !== undefined; no = left.pop()) {
        await time(empty, no, ofEmpty);
        await time(full, no, ofFull);
      }
    };
    await Promise.all(Array.from({ length: PULLS_AT_ONCE }, worker));
    for (const { pool } of [empty, full]) await giveBack(pool);
    // the first round only warms up
    if (round === 0) for (const latencies of [ofEmpty, ofFull]) latencies.length = 0;
  }
  const [emptyMs, fullMs] = [p99(ofEmpty), p99(ofFull)];
  return { emptyMs, fullMs, ratio: fullMs / emptyMs };
}

/** Holds a poll of each server until it is let go. @returns ends them */
async function holdPolls(
  portOf: (server: GameServer) => number,
  servers: readonly GameServer[],
): Promise<() => Promise<void>> {
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  const held = servers.map((server) =>
    pull(portOf(server), server, 1, 25, { gone: gone.signal }).catch(() => {}),
  );
  await sleep(1500);
  return async () => {
    gone.abort();
    await Promise.all(held);
    await sleep(300);
  };
}

/**
 * Connections that work for the site while it holds a poll of each server: median and maximum of many looks.
 */
export async function idleConnections({
  pool,
  servers,
  port,
}: Served): Promise<{ middle: number; most: number }> {
  await hideAll(pool);
  const letGo = await holdPolls(() => port, servers);
  const looks: number[] = [];
  for (let look = 0; look < 300; look++) {
    const { rows } = await pool.query<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle'
        AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    looks.push(rows[0]!.busy);
    await sleep(10);
  }
  await letGo();
  return { middle: middle(looks), most: Math.max(...looks) };
}

/** All servers get something within the time of one poll. */
const COMMIT_EVERY_MS = 100;

/** Milliseconds from a commit by a third process until the held poll of that server is answered; p99. */
export async function wakeMs(
  { pool, servers }: Place,
  ports: readonly number[],
  rounds: number,
): Promise<number> {
  const latencies: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await hideAll(pool);
    const answeredAt = new Map<number, number>();
    const committedAt = new Map<number, number>();
    const polls = servers.map(async (server) => {
      const { deliveries } = await pull(ports[server.no % ports.length]!, server, 1, 25);
      if (deliveries.length > 0) answeredAt.set(server.no, performance.now());
    });
    await sleep(1500);
    for (const { no } of servers.toSorted(() => Math.random() - 0.5)) {
      await pool.query(
        `UPDATE deliveries SET ready_at = clock_timestamp() WHERE id = (SELECT id FROM deliveries w
          WHERE w.server_key = 's' || 100 + $1::int AND w.state NOT IN ('done', 'cancelled') AND w.state = 'waiting'
          ORDER BY id LIMIT 1)`,
        [no],
      );
      committedAt.set(no, performance.now());
      await sleep(COMMIT_EVERY_MS);
    }
    await Promise.all(polls);
    for (const [no, committed] of committedAt)
      latencies.push((answeredAt.get(no) ?? Number.POSITIVE_INFINITY) - committed);
    await giveBack(pool);
  }
  return p99(latencies);
}

/** Leases and reports as fast as the site lets all servers at once. @returns deliveries per second */
export async function handOvers({ servers, port }: Served, seconds: number): Promise<number> {
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let done = 0;
  await Promise.all(
    servers.map(async (server) => {
      const line = openLine(port);
      while (performance.now() < endMs) {
        const { deliveries } = await pull(port, server, 1, 0, { line });
        if (!deliveries[0]) throw new Error('there is no work left');
        await reportDone(port, server, deliveries[0], { line });
        done += 1;
      }
      line.end();
    }),
  );
  return (done * 1000) / (performance.now() - startMs);
}

/**
 * What 200 servers hand over in ten minutes at 100 a second. As many dead rows then lie before the ready ones.
 */
const HANDED_OVER_MEANWHILE = 60_000;

/** Deliveries per second while another transaction is open for ten minutes, against none. */
export async function openTransactionRatio(full: Served, seconds: number, rounds: number): Promise<number> {
  const { pool, servers, url } = full;
  const rate = async () => {
    const rates = [];
    for (let round = 0; round < rounds; round++) {
      await makeReady(pool, Math.ceil((seconds * 2000) / servers.length));
      rates.push(await handOvers(full, seconds));
      await hideAll(pool);
    }
    return middle(rates);
  };
  const before = await rate();
  const [other, worker] = [new pg.Client(url.href), new pg.Client(url.href)];
  await Promise.all([other.connect(), worker.connect()]);
  try {
    await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await other.query('SELECT count(*) FROM servers');
    await churn(worker, HANDED_OVER_MEANWHILE / servers.length);
    return (await rate()) / before;
  } finally {
    await Promise.all([other.end(), worker.end()]);
    await pool.query('VACUUM ANALYZE');
  }
}

/**
 * Pairs of openings with and without held polls. One pair takes a few seconds of a machine that does other things
 * too.
 */
const OPENING_PAIRS = 9;

/**
 * Openings of cases per second while 200 polls are held, against none. Each pair begins with the other one, so that a machine
 * that becomes faster or slower favours neither.
 */
export async function openingRatio(
  { pool, servers, port }: Served,
  tokens: string[],
  connections: number,
  seconds: number,
): Promise<number> {
  await hideAll(pool);
  const rate = async (): Promise<number> => (await openCases(port, connections, tokens, seconds)).perSecond;
  const rateWithPolls = async (): Promise<number> => {
    const letGo = await holdPolls(() => port, servers);
    const perSecond = await rate();
    await letGo();
    return perSecond;
  };
  // warms up
  await rate();
  await rateWithPolls();
  const [without, withPolls]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < OPENING_PAIRS; pair++) {
    if (pair % 2 === 0) without.push(await rate());
    withPolls.push(await rateWithPolls());
    if (pair % 2 === 1) without.push(await rate());
  }
  return middle(withPolls) / middle(without);
}
