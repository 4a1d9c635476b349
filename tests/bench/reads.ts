import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { openPool } from '#/server/platform/db/open.ts';
import { builtFiles } from '#/server/platform/pages/builtFiles.ts';
import { withDatabase } from './builtServer.ts';
import { OWN_READS, type Read, sharedReads } from './reads/addresses.ts';
import { startSite } from './reads/builtSite.ts';
import { answerOf, cpuSecondsOf, headOf, loadOf } from './reads/loads.ts';
import { seedScale } from './seedScale.ts';

/*
 * Reads per second of the built site beside a bare Fastify route that sends the same bytes with the same headers, in
 * turns, each in one process, over 16 connections. The site writes its log, counts, checks sessions and asks its database
 * as it does for players.
 *
 * Environment: TEST_DATABASE_URL (else our own PostgreSQL in a temporary folder), BENCH_PORT, BENCH_ROUNDS, BENCH_SECONDS,
 * BENCH_ONLY (names of reads, separated by commas). `--quick` measures for a moment and judges nothing.
 */

/** How many times faster the bare route may be. */
const BOUNDS = { shared: 3, own: 12 };
const isQuick = process.argv.includes('--quick');
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? (isQuick ? 1 : 5));
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? (isQuick ? 0.5 : 1));
const PORT = Number(process.env['BENCH_PORT'] ?? 4160);
const ONLY = process.env['BENCH_ONLY']?.split(',');
const PLAYERS = 2000;
const DRAWS_EACH = 10;
const WARM_UP_SECONDS = 1;

type Kind = keyof typeof BOUNDS;

/** A read with its requests: one, or one for each signed-in player. */
interface Measured {
  kind: Kind;
  name: string;
  sample: Read;
  heads: string[];
  /** Path of the same bytes on the bare server. */
  barePath: string;
}

const middleOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const rounded = (value: number, digits = 2) => Number(value.toFixed(digits));

const quiet = { info: () => {}, warn: console.warn };

async function createDatabase(admin: URL): Promise<URL> {
  const url = new URL(admin);
  url.pathname = `/one_rp_reads_${process.pid}`;
  const adminPool = openPool({ connectionString: admin.href }, 1, quiet);
  await adminPool.query(
    `CREATE DATABASE ${url.pathname.slice(1)} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`,
  );
  await adminPool.end();
  await migrateDatabase({ connectionString: url.href });
  return url;
}

/** Fills the database of a site that has stored what tells its secret. */
async function fill(url: URL): Promise<{ tokens: string[]; oddsHash: string }> {
  const pool = openPool({ connectionString: url.href }, 2, quiet);
  const folder = join(projectRoot, 'src/server/domain/catalogue/files');
  await importCatalogue(pool, await readCatalogue(folder, join(projectRoot, 'assets')));
  const tokens = await seedScale(pool, { players: PLAYERS, drawsEach: DRAWS_EACH });
  const { rows } = await pool.query<{ hash: string }>('SELECT hash FROM case_odds WHERE case_id = 1');
  await pool.end();
  return { tokens, oddsHash: rows[0]!.hash };
}

async function readsOf(tokens: readonly string[], oddsHash: string): Promise<Measured[]> {
  const built = await builtFiles(join(projectRoot, 'dist/client'));
  const shared = sharedReads(oddsHash, built).map((read) => ({ kind: 'shared' as const, reads: [read] }));
  const own = OWN_READS.map((read) => ({
    kind: 'own' as const,
    reads: tokens.map((token) => ({ ...read, headers: { authorization: `Bearer ${token}` } })),
  }));
  return [...shared, ...own]
    .filter(({ reads }) => !ONLY || ONLY.includes(reads[0]!.name))
    .map(({ kind, reads }, at) => {
      const sample = reads[0]!;
      return { kind, name: sample.name, sample, heads: reads.map(headOf), barePath: `/${at}` };
    });
}

/** Headers that each server sets for itself. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'date',
  'content-length',
  'transfer-encoding',
]);

/** Starts a bare Fastify that sends what the site sends now. */
async function startBare(sitePort: number, port: number, reads: readonly Measured[]): Promise<ChildProcess> {
  const bare = fork(join(import.meta.dirname, 'reads/bareServer.ts'), [String(port)], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const answers = [];
  for (const { sample, barePath } of reads) {
    const { headers, body } = await answerOf(sitePort, sample);
    const kept = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
    answers.push({ path: barePath, headers: Object.fromEntries(kept), body: body.toString('base64') });
  }
  bare.send(answers);
  await new Promise<void>((resolve, reject) => {
    bare.once('message', () => resolve());
    bare.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)));
  });
  return bare;
}

interface Server {
  port: number;
  pid: number;
}

async function rateOf({ port, pid }: Server, heads: readonly string[], seconds = SECONDS) {
  const before = cpuSecondsOf(pid);
  const load = await loadOf(port, heads, seconds);
  return { ...load, cpuUs: ((cpuSecondsOf(pid) - before) * 1e6) / (load.perSecond * seconds) };
}

async function compare(site: Server, bare: Server, { kind, name, heads, barePath }: Measured) {
  const bareHeads = [headOf({ name, path: barePath })];
  await rateOf(site, heads, WARM_UP_SECONDS);
  await rateOf(bare, bareHeads, WARM_UP_SECONDS);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ bare: await rateOf(bare, bareHeads), site: await rateOf(site, heads) });
  const row = {
    name,
    'bare per s': Math.round(middleOf(rounds.map((round) => round.bare.perSecond))),
    'site per s': Math.round(middleOf(rounds.map((round) => round.site.perSecond))),
    ratio: rounded(middleOf(rounds.map((round) => round.bare.perSecond / round.site.perSecond))),
    'bare cpu us': Math.round(middleOf(rounds.map((round) => round.bare.cpuUs))),
    'site cpu us': Math.round(middleOf(rounds.map((round) => round.site.cpuUs))),
    'p50 ms': rounded(middleOf(rounds.map((round) => round.site.p50Ms))),
    'p99 ms': rounded(middleOf(rounds.map((round) => round.site.p99Ms))),
    bound: BOUNDS[kind],
  };
  console.log(JSON.stringify(row));
  return { kind, row };
}

async function measure(admin: URL, folder: string): Promise<number> {
  const url = await createDatabase(admin);
  const site = await startSite(url, PORT, folder);
  let bare: ChildProcess | undefined;
  try {
    const { tokens, oddsHash } = await fill(url);
    const reads = await readsOf(tokens, oddsHash);
    // the pages are rendered at the start
    for (const { sample } of reads) await answerOf(PORT, sample);
    bare = await startBare(PORT, PORT + 1, reads);
    const bareServer = { port: PORT + 1, pid: bare.pid! };
    const results: Awaited<ReturnType<typeof compare>>[] = [];
    for (const read of reads) results.push(await compare(site, bareServer, read));
    console.table(results.map(({ row }) => row));
    const worst = Object.fromEntries(
      (Object.keys(BOUNDS) as Kind[]).map((kind) => [
        kind,
        Math.max(...results.flatMap((result) => (result.kind === kind ? result.row.ratio : []))),
      ]),
    ) as Record<Kind, number>;
    console.log(JSON.stringify({ bench: 'reads', worst, bounds: BOUNDS }));
    const isGood = (Object.keys(BOUNDS) as Kind[]).every((kind) => !(worst[kind] > BOUNDS[kind]));
    return isGood || isQuick ? 0 : 1;
  } finally {
    bare?.disconnect();
    await site.stop();
  }
}

process.exitCode = await withDatabase(measure);
