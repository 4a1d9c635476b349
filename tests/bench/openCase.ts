import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORD, TAKE } from '#/server/areas/cases/opening/openCase.ts';
import { readConfig } from '#/server/platform/config/config.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { openPool } from '#/server/platform/db/open.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { testCatalogue } from '../support/catalogue/testCatalogue.ts';
import { buildServer, startServer, withDatabase } from './builtServer.ts';
import { createOpeners, openCases } from './openings.ts';
import { findPgbench, pgbenchPerSecond } from './pgbench.ts';

/*
 * Openings per second through the whole server (HTTP, session, validation, draw, one transaction) against pgbench
 * running the same statements of the same transaction on the same database, in turns.
 *
 * Environment: TEST_DATABASE_URL (else our own PostgreSQL in a temporary folder), PGBENCH, BENCH_PORT, BENCH_ROUNDS,
 * BENCH_SECONDS.
 */

const BOUND = 0.65;
/** As many as the site has by default. pgbench gets the same number, and so many players open at once. */
const CONNECTIONS = readConfig({}).poolSize;
const PLAYERS = 200;
const WARM_UP_SECONDS = 8;
/** Many short rounds, so that other work of the machine meets both sides. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 11);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const PORT = Number(process.env['BENCH_PORT'] ?? 4150);

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
  const players = await createOpeners(pool, secretKey, PLAYERS);
  const script = join(folder, 'open.sql');
  writeFileSync(script, pgbenchScript(players[0]?.accountId ?? 1, new Date().toISOString()));
  await buildServer();
  const server = await startServer(url, PORT, CONNECTIONS, secretKey);
  const reference = (seconds: number) =>
    pgbenchPerSecond({ pgbench, url, script, seconds, clients: CONNECTIONS });
  try {
    const tokens = players.map(({ token }) => token);
    console.log(`warming up, ${WARM_UP_SECONDS} s each`);
    await openCases(PORT, CONNECTIONS, tokens, WARM_UP_SECONDS);
    await reference(WARM_UP_SECONDS);
    await pool.query('VACUUM ANALYZE');
    const rounds = [];
    for (let round = 1; round <= ROUNDS; round++) {
      await pool.query('CHECKPOINT');
      const site = await openCases(PORT, CONNECTIONS, tokens, SECONDS);
      await pool.query('CHECKPOINT');
      const pgbenchRate = await reference(SECONDS);
      rounds.push({
        'server per s': Math.round(site.perSecond),
        'p50 ms': Number(site.p50Ms.toFixed(2)),
        'p99 ms': Number(site.p99Ms.toFixed(2)),
        'pgbench per s': Math.round(pgbenchRate),
        ratio: Number((site.perSecond / pgbenchRate).toFixed(3)),
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

const pgbench = findPgbench();
process.exitCode = pgbench ? await withDatabase((admin, folder) => measure(pgbench, admin, folder)) : 2;
