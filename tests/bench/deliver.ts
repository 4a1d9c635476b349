import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { readConfig } from '#/server/platform/config/config.ts';
import { openPool } from '#/server/platform/db/open.ts';
import { deliveryReads } from '../support/players/deliveryReads.ts';
import { bringPlayers, type DeliveryScale } from '../support/players/fillDeliveries.ts';
import { explain } from '../support/tools/explain.ts';
import { recordStatements } from '../support/tools/recordStatements.ts';
import { startBenchApp } from './benchApp.ts';
import { buildServer, startServer, withDatabase } from './builtServer.ts';
import {
  handOvers,
  idleConnections,
  openingRatio,
  openTransactionRatio,
  pullRatio,
  wakeMs,
} from './deliver/figures.ts';
import { countPlayers, greet, hangUp, pull, reportDone } from './deliver/gameServers.ts';
import { middle, rounded } from './deliver/latencies.ts';
import { scriptOf } from './deliver/reference.ts';
import { createPlace, hideAll, makeReady, type Place, quiet } from './deliver/site.ts';
import { createOpeners } from './openings.ts';
import { findPgbench, pgbenchPerSecond } from './pgbench.ts';

/*
 * Handing over with 1,000,000 deliveries that wait on 200 game servers, 990,000 of them for players who are away.
 *
 * Environment: TEST_DATABASE_URL (else our own PostgreSQL in a temporary folder), PGBENCH, BENCH_PORT, BENCH_PLAYERS,
 * BENCH_ROUNDS.
 */

const BOUNDS = {
  pull: 2,
  idleConnections: 0,
  wakeMs: 1500,
  handOver: 0.5,
  openTransaction: 0.7,
  opening: 0.95,
};
const LOOP_MS = 500;
const FULL: DeliveryScale = {
  servers: 200,
  players: Number(process.env['BENCH_PLAYERS'] ?? 100_000),
  deliveriesEach: 10,
  onlineEach: 5,
};
/** Only what is ready. */
const EMPTY: DeliveryScale = { ...FULL, players: FULL.servers * FULL.onlineEach };
const PORT = Number(process.env['BENCH_PORT'] ?? 4160);
const CONNECTIONS = readConfig({}).poolSize;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = 3;

/** The pages that each read of deliveries touches, and the whole tables that it scans. */
async function readsOf(place: Place, secretKey: Buffer) {
  const { app, deps } = await startBenchApp({
    connectionString: place.url.href,
    port: PORT + 3,
    poolSize: 4,
    secretKey,
  });
  const { rows } = await place.pool.query<{ id: string; login: string; server_key: string }>(
    `SELECT id, login, server_key FROM accounts WHERE login = 'waiter${FULL.players}'`,
  );
  const [{ id, login, server_key: serverKey }] = rows as [(typeof rows)[number]];
  const table = [];
  for (const [name, read] of Object.entries(
    deliveryReads(deps, { accountId: Number(id), login, serverKey }),
  )) {
    const startMs = performance.now();
    const statements = await recordStatements(read);
    const ms = performance.now() - startMs;
    const scans = new Set<string>();
    let [pages, most] = [0, 0];
    // a job may send the same statement for each slice: the first few tell all
    for (const statement of statements
      .filter(({ text }) => /\bdeliver(ies|y_moves)\b/.test(text))
      .slice(0, 5)) {
      const explained = await explain(place.pool, statement);
      pages = Math.max(pages, explained.pages);
      for (const { table: read, kind, rows: touched } of explained.accesses) {
        if (read !== 'deliveries' && read !== 'delivery_moves') continue;
        most = Math.max(most, touched);
        if (kind === 'Seq Scan') scans.add(read);
      }
    }
    table.push({ read: name, ms: rounded(ms), pages, rows: most, scans: [...scans].join(' ') });
  }
  await app.close();
  await deps.pool.end();
  return table;
}

/** The statements of one delivery that is leased and reported, as a script of pgbench. */
async function referenceScript(place: Place, secretKey: Buffer): Promise<string> {
  const { app, deps } = await startBenchApp({
    connectionString: place.url.href,
    port: PORT + 3,
    poolSize: 2,
    secretKey,
  });
  const server = place.servers[37]!;
  const seqs: number[] = [];
  let delivery = 0;
  const atMs = Date.now();
  const statements = await recordStatements(async () => {
    const { deliveries } = await pull(PORT + 3, server, 1);
    delivery = deliveries[0]!.no;
    await reportDone(PORT + 3, server, deliveries[0]!);
  });
  // the order numbers of requests are the only ones so large
  for (const { values } of statements)
    for (const value of values) if (typeof value === 'number' && value > 1e15) seqs.push(value);
  await app.close();
  await deps.pool.end();
  return scriptOf(statements, { server: server.no, delivery, seqs, atMs }, FULL.servers);
}

async function measure(pgbench: string, adminUrl: URL, folder: string): Promise<number> {
  const admin = openPool({ connectionString: adminUrl.href }, 1, quiet);
  const secretKey = randomBytes(32);
  const names = ['empty', 'full'].map((size) => `one_rp_deliver_${size}_${process.pid}`);
  const processes: Awaited<ReturnType<typeof startServer>>[] = [];
  const places: Place[] = [];
  const report: Record<string, unknown> = {};
  const say = (name: string, value: unknown) => {
    report[name] = value;
    console.log(name, value);
  };
  try {
    await buildServer();
    for (const [at, scale] of [EMPTY, FULL].entries()) {
      console.log(`filling a database with ${scale.players * scale.deliveriesEach} deliveries`);
      places.push(await createPlace(admin, adminUrl, names[at]!, scale, secretKey));
    }
    const [empty, full] = places as [Place, Place];
    for (const [at, place] of [empty, full, full].entries())
      processes.push(await startServer(place.url, PORT + at, CONNECTIONS, secretKey));
    for (const [at, place] of places.entries()) {
      for (const server of place.servers) await greet(PORT + at, server);
      await bringPlayers(place.pool, at === 0 ? EMPTY : FULL);
    }
    countPlayers(FULL.onlineEach);
    const served = { ...full, port: PORT + 1 };

    const pulled = await pullRatio({ ...empty, port: PORT }, served, ROUNDS);
    say('pull', {
      emptyMs: rounded(pulled.emptyMs),
      fullMs: rounded(pulled.fullMs),
      ratio: rounded(pulled.ratio),
    });
    const reads = await readsOf(full, secretKey);
    console.table(reads);
    const scans = reads.filter((read) => read.scans !== '').map(({ read }) => read);
    for (const server of full.servers) await greet(served.port, server);
    await bringPlayers(full.pool, FULL);
    const idle = await idleConnections(served);
    say('idleConnections', idle);
    const woken = await wakeMs(full, [PORT + 1, PORT + 2], 2);
    say('wakeMs', rounded(woken));

    await makeReady(full.pool, 2);
    const script = join(folder, 'deliver.sql');
    writeFileSync(script, await referenceScript(full, secretKey));
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round++) {
      await makeReady(full.pool, 80);
      const site = await handOvers(served, SECONDS);
      const reference = await pgbenchPerSecond({
        pgbench,
        url: full.url,
        script,
        seconds: SECONDS,
        clients: CONNECTIONS,
      });
      await hideAll(full.pool);
      if (round > 0)
        rounds.push({
          site: Math.round(site),
          pgbench: Math.round(reference),
          ratio: rounded(site / reference),
        });
    }
    console.table(rounds);
    const handOver = middle(rounds.map(({ ratio }) => ratio));
    say('handOver', handOver);
    const openTransaction = await openTransactionRatio(served, SECONDS, 5);
    say('openTransaction', rounded(openTransaction));
    const tokens = (await createOpeners(full.pool, secretKey, 200)).map(({ token }) => token);
    const opening = await openingRatio(served, tokens, CONNECTIONS, SECONDS);
    say('opening', rounded(opening));

    // players who were filled in have no more books than these
    const broken = Object.keys(await brokenInvariants(full.pool)).filter((name) => name.startsWith('DL'));
    const isGood =
      pulled.ratio <= BOUNDS.pull &&
      idle.middle <= BOUNDS.idleConnections &&
      woken <= Math.min(BOUNDS.wakeMs, 3 * LOOP_MS) &&
      handOver >= BOUNDS.handOver &&
      openTransaction >= BOUNDS.openTransaction &&
      opening >= BOUNDS.opening &&
      scans.length === 0 &&
      broken.length === 0;
    console.log(
      JSON.stringify({
        bench: 'deliver',
        outstanding: FULL.players * FULL.deliveriesEach,
        ...report,
        scans,
        bounds: BOUNDS,
        brokenInvariants: broken,
      }),
    );
    return isGood ? 0 : 1;
  } finally {
    hangUp();
    for (const server of processes) server.kill();
    for (const { pool } of places) await pool.end();
    for (const name of names) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}

const pgbench = findPgbench();
process.exitCode = pgbench ? await withDatabase((admin, folder) => measure(pgbench, admin, folder)) : 2;
