import { randomBytes } from 'node:crypto';
import { openPool } from '#/server/platform/db/open.ts';
import { withDatabase } from './builtServer.ts';
import { middle, p99, rounded } from './deliver/latencies.ts';
import { createOpeners, openCases } from './openings.ts';
import { callsOf } from './operator/calls.ts';
import { copyOut, EXPORTED_DAYS, type Exported, takeExport } from './operator/exporting.ts';
import type { BookScale } from './operator/fillBooks.ts';
import { createSite, type Site, textOf } from './operator/site.ts';

/*
 * The operators' calls on 1,000,000 orders and 10,000,000 ledger rows, beside a database with 200 players; exports beside
 * COPY of the same columns; players' openings while files are taken, beside openings alone (O28). Everybody has the same
 * share of everything, so the answers are equally long. Sites are asked in turns, so that whatever else the machine does
 * meets both. Every question is asked twice: the first answer must come in time, though what it needs may lie on the disk
 * of a database that is larger than its memory; the second ones are compared.
 *
 * `-- --quick` takes a tenth of the rows and fewer requests. `-- --only WORD,WORD` asks only the calls whose
 * name contains one of them.
 * Environment: TEST_DATABASE_URL (else our own PostgreSQL in a temporary folder), BENCH_PORT, BENCH_PLAYERS,
 * BENCH_ROUNDS, BENCH_REQUESTS.
 */

const BOUNDS = {
  ratio: 2,
  statements: 4,
  pageStatements: 12,
  fullMs: 100,
  copyShare: 0.5,
  openingShare: 0.9,
};
/** Pages of one thing, which show rows of many tables. */
const PAGES = new Set(['order', 'player', 'delivery', 'server', 'payout']);
const isQuick = process.argv.includes('--quick');
const only = (process.argv[process.argv.indexOf('--only') + 1] ?? '').split(',');
const isChosen = (name: string) =>
  !process.argv.includes('--only') || only.some((word) => name.includes(word));
const PORT = Number(process.env['BENCH_PORT'] ?? 4170);
const FULL: BookScale = {
  players: Number(process.env['BENCH_PLAYERS'] ?? (isQuick ? 10_000 : 100_000)),
  ordersEach: 10,
  transfersEach: 100,
};
const EMPTY: BookScale = { ...FULL, players: 200 };
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? (isQuick ? 3 : 5));
/** Of each call, in each round. */
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? (isQuick ? 50 : 200));
const OPENERS = 50;
const OPENING_SECONDS = 8;
/** One pause of the machine decides the p99 of few requests, so a call over the bound is measured again with more. */
const AGAIN = 4;

/** Times of the first and of the second answers to one call, in ms. */
async function latenciesOf({ ask }: Site, path: (turn: number) => string, from: number, requests: number) {
  const first: number[] = [];
  const second: number[] = [];
  for (let turn = from; turn < from + requests; turn++)
    for (const latencies of [first, second]) {
      const startMs = performance.now();
      await textOf(await ask(path(turn)));
      latencies.push(performance.now() - startMs);
    }
  return { first, second };
}

async function compareCall(empty: Site, full: Site, name: string, requests = REQUESTS) {
  const [few, many] = [callsOf(EMPTY)[name]!, callsOf(FULL)[name]!];
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const onEmpty = await latenciesOf(empty, few.path, round * requests, requests);
    const onFull = await latenciesOf(full, many.path, round * requests, requests);
    // the first round only warms up
    if (round > 0)
      rounds.push({
        few: p99(onEmpty.second),
        many: p99(onFull.second),
        usual: middle(onFull.second) / middle(onEmpty.second),
        first: p99(onFull.first),
      });
  }
  await full.statements();
  await textOf(await full.ask(many.path(1)));
  return {
    call: name,
    'p99 ms empty': rounded(middle(rounds.map((round) => round.few))),
    'p99 ms full': rounded(middle(rounds.map((round) => round.many))),
    'first ms full': rounded(middle(rounds.map(({ first }) => first))),
    ratio: rounded(middle(rounds.map((round) => round.many / round.few))),
    'p50 ratio': rounded(middle(rounds.map(({ usual }) => usual))),
    statements: await full.statements(),
  };
}

async function compareExport(full: Site, kind: Exported) {
  const shares = [];
  let rows = 0;
  for (let round = 0; round <= 3; round++) {
    const copied = await copyOut(full.pool, kind);
    const exported = await takeExport(full, kind);
    if (exported.rows !== copied.rows)
      throw new Error(`${kind}: ${exported.rows} rows and not ${copied.rows}`);
    rows = copied.rows;
    if (round > 0) shares.push({ share: exported.perSecond / copied.perSecond, ...exported });
  }
  return {
    export: kind,
    rows,
    'rows per s': Math.round(middle(shares.map(({ perSecond }) => perSecond))),
    'share of COPY': rounded(middle(shares.map(({ share }) => share))),
  };
}

/** Openings per second while files are taken one after another, as a share of openings alone. */
async function openingShare(full: Site, secretKey: Buffer) {
  const openers = await createOpeners(full.pool, secretKey, OPENERS);
  const tokens = openers.map(({ token }) => token);
  const open = async () => (await openCases(full.port, 10, tokens, OPENING_SECONDS)).perSecond;
  await open();
  const shares = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await open();
    const stopTaking = keepTaking(full);
    const beside = await open();
    await stopTaking();
    shares.push(beside / alone);
  }
  return rounded(middle(shares));
}

/** Takes the ledger again and again, until the returned function is called. It waits for the end of the last file. */
function keepTaking(full: Site): () => Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const takes = (async () => {
    while (!signal.aborted) await takeExport(full, 'ledger');
  })();
  return () => {
    over.abort();
    return takes;
  };
}

async function measure(adminUrl: URL): Promise<number> {
  const admin = openPool({ connectionString: adminUrl.href }, 1, { info: () => {}, warn: console.warn });
  const secretKey = randomBytes(32);
  const sites: Site[] = [];
  try {
    for (const [at, scale] of [EMPTY, FULL].entries()) {
      const startMs = performance.now();
      const name = `one_rp_operator_${at}_${process.pid}`;
      sites.push(await createSite(admin, adminUrl, name, scale, { port: PORT + at, secretKey }));
      const orders = scale.players * scale.ordersEach;
      console.log(
        `${orders} orders, ${orders * 10} ledger rows: ${Math.round((performance.now() - startMs) / 1000)} s`,
      );
    }
    const [empty, full] = sites as [Site, Site];
    const calls = [];
    for (const name of Object.keys(callsOf(FULL)).filter(isChosen)) {
      const row = await compareCall(empty, full, name);
      console.log(JSON.stringify(row));
      calls.push(row.ratio > BOUNDS.ratio ? await compareCall(empty, full, name, AGAIN * REQUESTS) : row);
    }
    console.table(calls);
    const exports = [];
    for (const kind of (Object.keys(EXPORTED_DAYS) as Exported[]).filter((kind) =>
      isChosen(`export ${kind}`),
    ))
      exports.push(await compareExport(full, kind));
    console.table(exports);
    const opening = isChosen('openings') ? await openingShare(full, secretKey) : null;
    const over = [
      ...calls
        .filter(({ ratio }) => ratio > BOUNDS.ratio)
        .map(({ call, ratio }) => `${call}: ratio ${ratio}`),
      ...calls
        .filter((row) => row['first ms full'] > BOUNDS.fullMs)
        .map((row) => `${row.call}: ${row['first ms full']} ms`),
      ...calls
        .filter(
          ({ call, statements }) =>
            statements > (PAGES.has(call) ? BOUNDS.pageStatements : BOUNDS.statements),
        )
        .map(({ call, statements }) => `${call}: ${statements} statements`),
      ...exports
        .filter((row) => row['share of COPY'] < BOUNDS.copyShare)
        .map((row) => `export ${row.export}: ${row['share of COPY']} of COPY`),
      ...(opening !== null && opening < BOUNDS.openingShare ? [`openings beside an export: ${opening}`] : []),
    ];
    console.log(
      JSON.stringify({
        bench: 'operator',
        orders: FULL.players * FULL.ordersEach,
        ledgerRows: FULL.players * FULL.transfersEach,
        worstRatio: Math.max(...calls.map(({ ratio }) => ratio)),
        slowestMs: Math.max(...calls.map((row) => row['first ms full'])),
        mostStatements: Math.max(...calls.map(({ statements }) => statements)),
        leastShareOfCopy: Math.min(...exports.map((row) => row['share of COPY'])),
        openingShare: opening,
        bounds: BOUNDS,
        over,
      }),
    );
    return over.length === 0 ? 0 : 1;
  } finally {
    for (const site of sites) await site.stop();
    await admin.end();
  }
}

process.exitCode = await withDatabase((admin) => measure(admin));
