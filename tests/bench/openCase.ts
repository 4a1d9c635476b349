import { execFile, fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { build } from 'vite';
import { RECORD, TAKE } from '#/server/areas/cases/openStatements.ts';
import { readConfig } from '#/server/platform/config/config.ts';
import { startEmbedded } from '#/server/platform/db/embedded.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { migrateDatabase, openPool } from '#/server/platform/db/open.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { createPlayer, type Player } from '../support/app/factories.ts';
import { testCatalogue } from '../support/catalogue/testCatalogue.ts';

/*
 * Openings per second through the whole server (HTTP, session, validation, draw, one transaction) against pgbench
 * running the same statements of the same transaction on the same database, in turns.
 *
 * Environment: TEST_DATABASE_URL (else our own PostgreSQL in a temporary folder), PGBENCH, BENCH_PORT, BENCH_ROUNDS,
 * BENCH_SECONDS.
 */

const BOUND = 0.5;
/** Of the site by default; pgbench gets as many, and so many players open at once. */
const CONNECTIONS = readConfig({}).poolSize;
const PLAYERS = 200;
const STOCK = 1_000_000;
const WARM_UP_SECONDS = 8;
/** Many short ones: what else the machine does then meets both sides. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 11);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const PORT = Number(process.env['BENCH_PORT'] ?? 4150);

interface LoadResult {
  perSecond: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

const run = promisify(execFile);

function findPgbench(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return [process.env['PGBENCH'], ...folders.map((folder) => join(folder, 'pgbench'))].find(
    (file) => file && existsSync(file),
  );
}

/** A statement of the server with a pgbench variable or constant in the place of each $n. */
function fill({ text }: { text: string }, values: string[]): string {
  return text
    .replaceAll(/\$(\d+)/g, (_, place: string) => values[Number(place) - 1] ?? '')
    .replaceAll(/\s+/g, ' ');
}

/**
 * The transaction of openCase.ts as a script. pgbench cannot compute tickets, so it takes random ones; and it cannot
 * start the next epoch, so here an epoch has no end.
 */
function pgbenchScript(firstAccount: number, now: string): string {
  const fair = JSON.stringify({
    epochId: 'x'.repeat(22),
    commitment: 'x'.repeat(64),
    clientSeed: 'x'.repeat(22),
    nonce: 1000,
    oddsHash: 'x'.repeat(64),
    ticket: 500_000,
  });
  const key = `:key::text`;
  return [
    `\\set account random(${firstAccount}, ${firstAccount + PLAYERS - 1})`,
    '\\set key random(1, 9000000000000000000)',
    '\\set ticket random(0, 999999)',
    '\\set item random(100, 107)',
    'BEGIN;',
    `${fill(TAKE, [
      ':account',
      key,
      String.raw`'\xab'`,
      `'${now}'`,
      '1',
      '2000000000',
      `'2000-01-01'`,
    ])} \\gset taken_`,
    `${fill(RECORD, [
      ':account',
      ':taken_epoch_id',
      ':taken_nonce',
      ':taken_client_seed',
      ':taken_client_seed_origin',
      ':taken_lot_id',
      ':taken_odds_hash',
      ':ticket',
      ':item',
      `'${now}'`,
      `'ru'`,
      `'${fair}'`,
      key,
    ])} \\gset won_`,
    'COMMIT;',
    '',
  ].join('\n');
}

async function pgbenchPerSecond(pgbench: string, url: URL, script: string, seconds: number): Promise<number> {
  const { stdout } = await run(
    pgbench,
    [
      `--client=${CONNECTIONS}`,
      `--time=${seconds}`,
      `--file=${script}`,
      '--protocol=prepared',
      '--no-vacuum',
      `--host=${url.searchParams.get('host') ?? url.hostname}`,
      `--port=${url.port || '5432'}`,
      `--username=${url.username}`,
      url.pathname.slice(1),
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } },
  );
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (!(perSecond > 0) || !/number of failed transactions: 0 /.test(stdout)) throw new Error(stdout);
  return perSecond;
}

async function serverPerSecond(tokens: string[], seconds: number): Promise<LoadResult> {
  const load = fork(join(import.meta.dirname, 'openLoad.ts'), [PORT, CONNECTIONS, seconds].map(String));
  load.send(tokens);
  const result = await new Promise<LoadResult>((resolve, reject) => {
    load.once('message', (message) => resolve(message as LoadResult));
    load.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
  });
  if (result.failed > 0) throw new Error(`${result.failed} openings failed`);
  return result;
}

/** The server as `npm start` runs it: built, not translated while it runs. */
async function startServer(url: URL, secretKey: Buffer): Promise<ChildProcess> {
  const outDir = join(projectRoot, 'dist/bench');
  await build({
    root: projectRoot,
    logLevel: 'error',
    build: { ssr: join(import.meta.dirname, 'openServer.ts'), outDir },
  });
  const server = fork(
    join(outDir, 'openServer.js'),
    [url.href, String(PORT), String(CONNECTIONS), secretKey.toString('hex')],
    { execArgv: [], env: { ...process.env, NODE_ENV: 'production' } },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('message', () => resolve());
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return server;
}

async function createPlayers(pool: pg.Pool, secretKey: Buffer): Promise<Player[]> {
  const deps = { pool, randomBytes, secretKey, now: () => new Date() } as unknown as Deps;
  const players = [];
  for (let made = 0; made < PLAYERS; made++) players.push(await createPlayer(deps, { 1: STOCK }));
  return players;
}

const middleOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measure(pgbench: string, admin: URL, folder: string): Promise<number> {
  const url = new URL(admin);
  url.pathname = `/one_rp_bench_${process.pid}`;
  const adminPool = openPool({ connectionString: admin.href }, 1, { info: () => {}, warn: console.warn });
  await adminPool.query(
    `CREATE DATABASE ${url.pathname.slice(1)} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`,
  );
  await migrateDatabase({ connectionString: url.href });
  const pool = openPool({ connectionString: url.href }, 2, { info: () => {}, warn: console.warn });
  const secretKey = randomBytes(32);
  await importCatalogue(pool, testCatalogue);
  const players = await createPlayers(pool, secretKey);
  const script = join(folder, 'open.sql');
  writeFileSync(script, pgbenchScript(players[0]?.accountId ?? 1, new Date().toISOString()));
  const server = await startServer(url, secretKey);
  try {
    const tokens = players.map(({ token }) => token);
    console.log(`warming up, ${WARM_UP_SECONDS} s each`);
    await serverPerSecond(tokens, WARM_UP_SECONDS);
    await pgbenchPerSecond(pgbench, url, script, WARM_UP_SECONDS);
    await pool.query('VACUUM ANALYZE');
    const rounds = [];
    for (let round = 1; round <= ROUNDS; round++) {
      await pool.query('CHECKPOINT');
      const site = await serverPerSecond(tokens, SECONDS);
      await pool.query('CHECKPOINT');
      const reference = await pgbenchPerSecond(pgbench, url, script, SECONDS);
      rounds.push({
        'server per s': Math.round(site.perSecond),
        'p50 ms': Number(site.p50Ms.toFixed(2)),
        'p99 ms': Number(site.p99Ms.toFixed(2)),
        'pgbench per s': Math.round(reference),
        ratio: Number((site.perSecond / reference).toFixed(3)),
      });
    }
    console.table(rounds);
    const ratio = middleOf(rounds.map((round) => round.ratio));
    const broken = Object.keys(await brokenInvariants(pool));
    console.log(
      JSON.stringify({
        bench: 'open',
        openingsPerSecond: middleOf(rounds.map((round) => round['server per s'])),
        pgbenchPerSecond: middleOf(rounds.map((round) => round['pgbench per s'])),
        ratio,
        bound: BOUND,
        brokenInvariants: broken,
      }),
    );
    return ratio >= BOUND && broken.length === 0 ? 0 : 1;
  } finally {
    server.kill();
    await pool.end();
    await adminPool.query(`DROP DATABASE ${url.pathname.slice(1)} WITH (FORCE)`);
    await adminPool.end();
  }
}

async function main(): Promise<number> {
  const pgbench = findPgbench();
  if (!pgbench) {
    console.error(
      'pgbench is not on this machine, so there is nothing to compare with. It comes with the PostgreSQL server ' +
        'packages (Debian: postgresql-contrib); PGBENCH may name the file.',
    );
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'one-rp-bench-'));
  const given = process.env['TEST_DATABASE_URL'];
  const embedded = given ? undefined : await startEmbedded(folder, { info: () => {}, warn: console.warn });
  try {
    return await measure(pgbench, new URL(given ?? urlOf(embedded?.connection)), folder);
  } finally {
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function urlOf(
  connection: { host: string; port: number; user: string; database: string } | undefined,
): string {
  if (!connection) throw new Error('no database');
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

process.exitCode = await main();
