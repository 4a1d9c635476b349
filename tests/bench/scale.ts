import { fork, type ChildProcess } from 'node:child_process';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { openPool } from '#/server/platform/db/open.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { databaseUrl, query, startTestDatabase } from '../support/app/postgres.ts';
import { testCatalogue } from '../support/catalogue/testCatalogue.ts';
import { SAMPLE, seedScale, type Scale } from './seedScale.ts';

/*
 * How long the reads of the cabinet take with 100,000 players, 1,000,000 draws and 500,000 coupons in stock (as many were
 * swapped), against a database that holds no more than the players who ask. Everybody has the same share of everything.
 * Two servers answer in turns, so that whatever else the machine does meets both.
 *
 * Environment: TEST_DATABASE_URL (else our own PostgreSQL in a temporary folder), SCALE_PLAYERS, BENCH_PORT,
 * BENCH_ROUNDS, BENCH_REQUESTS.
 */

const BOUND = 2;
const DRAWS_EACH = 10;
const PLAYERS = Number(process.env['SCALE_PLAYERS'] ?? 100_000);
const PORT = Number(process.env['BENCH_PORT'] ?? 4152);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** Of each call, in each round. */
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 1000);
const CONNECTIONS = 2;

const CALLS = {
  user: '/api/v1/user',
  sessions: '/api/v1/user/sessions',
  userCases: '/api/v1/cases/user',
  userCase: '/api/v1/cases/user/1',
  coupons: '/api/v1/coupons/user/',
  couponsBefore: '/api/v1/coupons/user/?page=2&before=900000000',
  couponsOfRarity: '/api/v1/coupons/user/?color=epic',
  couponsConverted: '/api/v1/coupons/user/?state=converted',
  movements: '/api/v1/user/movements',
  orders: '/api/v1/orders',
  accountStatistic: '/api/v1/referral/account-statistic',
  statusStatistic: '/api/v1/referral/status-statistic',
  milestone: '/api/v1/referral/milestone',
  invitedPlayers: '/api/v1/referral/players',
};
type Call = keyof typeof CALLS;

interface Site {
  port: number;
  tokens: string[];
  server: ChildProcess;
}

const quiet = { info: () => {}, warn: console.warn };

async function createSite(adminUrl: string, name: string, scale: Scale, port: number): Promise<Site> {
  await query(adminUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
  const url = databaseUrl(adminUrl, name);
  await migrateDatabase({ connectionString: url });
  const pool = openPool({ connectionString: url }, 2, quiet);
  await importCatalogue(pool, testCatalogue);
  const tokens = await seedScale(pool, scale);
  await pool.end();
  const server = fork(join(import.meta.dirname, 'openServer.ts'), [url, String(port), '4', 'ab'.repeat(32)], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('message', () => resolve());
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { port, tokens, server };
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS * 2 });

function ask({ port, tokens }: Site, path: string, turn: number): Promise<number> {
  const headers = { authorization: `Bearer ${tokens[turn % tokens.length]}` };
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent }, (reply) => {
      reply
        .resume()
        .on('end', () =>
          reply.statusCode === 200
            ? resolve(performance.now() - startMs)
            : reject(new Error(`${path}: ${reply.statusCode}`)),
        );
    }).on('error', reject);
  });
}

/** Sorted. */
async function latenciesOf(site: Site, call: Call): Promise<number[]> {
  const latencies: number[] = [];
  let turn = 0;
  const worker = async () => {
    while (turn < REQUESTS) latencies.push(await ask(site, CALLS[call], turn++));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return latencies.toSorted((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
const middleOf = (values: readonly number[]) =>
  at(
    values.toSorted((a, b) => a - b),
    0.5,
  );
const rounded = (value: number) => Number(value.toFixed(2));

async function compare(empty: Site, full: Site, call: Call) {
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [few, many] = [await latenciesOf(empty, call), await latenciesOf(full, call)];
    // the first one only warms up
    if (round > 0)
      rounds.push({ few: at(few, 0.99), many: at(many, 0.99), p50: at(many, 0.5) / at(few, 0.5) });
  }
  return {
    call,
    'p99 ms empty': rounded(middleOf(rounds.map(({ few }) => few))),
    'p99 ms full': rounded(middleOf(rounds.map(({ many }) => many))),
    'p99 ratio': rounded(middleOf(rounds.map(({ few, many }) => many / few))),
    'p50 ratio': rounded(middleOf(rounds.map(({ p50 }) => p50))),
  };
}

async function main(): Promise<number> {
  const { adminUrl, stop } = await startTestDatabase();
  const names = ['empty', 'full'].map((size) => `one_rp_scale_${size}_${process.pid}`);
  const sites: Site[] = [];
  try {
    for (const [place, players] of [SAMPLE, PLAYERS].entries()) {
      console.log(`filling a database with ${players} players and ${players * DRAWS_EACH} draws`);
      sites.push(await createSite(adminUrl, names[place]!, { players, drawsEach: DRAWS_EACH }, PORT + place));
    }
    const [empty, full] = sites as [Site, Site];
    const rows = [];
    for (const call of Object.keys(CALLS) as Call[]) rows.push(await compare(empty, full, call));
    console.table(rows);
    const ratios = Object.fromEntries(rows.map((row) => [row.call, row['p99 ratio']]));
    const worst = Math.max(...Object.values(ratios));
    const draws = PLAYERS * DRAWS_EACH;
    console.log(
      JSON.stringify({
        bench: 'scale',
        players: PLAYERS,
        draws,
        couponsOwned: draws / 2,
        ratios,
        worst,
        bound: BOUND,
      }),
    );
    return worst <= BOUND ? 0 : 1;
  } finally {
    agent.destroy();
    for (const { server } of sites) server.kill();
    for (const name of names) await query(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await stop();
  }
}

process.exitCode = await main();
