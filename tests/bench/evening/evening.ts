import pg from 'pg';
import { withDatabase } from '../builtServer.ts';
import { growthOf, isQuiet, LIMIT_MS, limitsOf, type Point, rowOf, slowGroups } from './curve.ts';
import { booksBalance, eveningDatabase } from './database.ts';
import { CORES, postmasterOf } from './machine.ts';
import type { Scale } from './scale.ts';
import { type Evening, startEvening } from './site.ts';
import { watched } from './watch.ts';

/*
 * The evening of a promotion: thousands of open pages, and visitors, sign-ins, purchases, openings and exchanges that come
 * whether or not the site answers, more and more of them until the 99th percentile of one kind passes 250 ms. On one
 * process and on two, with a million accounts and ten million movements of coins underneath. It prints the curve and what
 * was at its limit. In the end the books must balance.
 *
 * `-- --quick` is small and short, and does not compare one process with two; `-- --minutes=10` holds half of what one
 * process could, and looks at its memory. `-- --processes=1` and `-- --rate=200` choose where the curve begins; `-- --hold=60 --minutes=10` draws none and holds as
 * many as are given. Environment: BENCH_FOLDER keeps the database for the next run in a folder;
 * BENCH_PORT; TEST_DATABASE_URL instead of our own PostgreSQL, on this machine.
 */

const isQuick = process.argv.includes('--quick');
const given = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const numbers = (name: string) => given(name)?.split(',').map(Number);

const SCALE: Scale = isQuick
  ? { accounts: 20_000, transfersEach: 10, players: 500, streams: 500 }
  : { accounts: 1_000_000, transfersEach: 10, players: 5000, streams: 5000 };
const PROCESSES = numbers('processes') ?? (given('hold') ? [] : [1, 2]);
const STEP_SECONDS = isQuick ? 4 : 20;
const WARM_UP = { rate: 50, seconds: isQuick ? 2 : 10 };
const FIRST_RATE = numbers('rate')?.[0] ?? 100;
const STEEPNESS = isQuick ? 2 : 1.35;
/** A step that is too slow is tried once more, because another program may have come between. */
const TRIES = 2;
const MINUTES = numbers('minutes')?.[0] ?? 0;
const HELD_RATE = numbers('hold')?.[0];
const PORT = Number(process.env['BENCH_PORT'] ?? 4180);
/** On two cores a second process may cost one step of the curve. */
const BOUNDS = { growth: 1.15, twoProcesses: 0.7 };

interface Curve {
  processes: number;
  points: Point[];
  /** The highest rate that nobody waited at. */
  holds: number;
  limits: string[];
  slow: string[];
  dropped: number;
}

async function climb(evening: Evening, pool: pg.Pool): Promise<Curve> {
  const processes = evening.ports.length;
  await evening.run(WARM_UP);
  const curve: Curve = { processes, points: [], holds: 0, limits: [], slow: [], dropped: 0 };
  for (let rate = FIRST_RATE; ; rate = Math.round(rate * STEEPNESS)) {
    let point: Point | undefined;
    for (let tries = 0; tries < TRIES && (!point || slowGroups(point.seen).length > 0); tries++) {
      point = await watched(evening, pool, { rate, seconds: STEP_SECONDS });
      curve.points.push(point);
      console.log(
        JSON.stringify({ ...rowOf(processes, point), errors: point.seen.errors, waits: point.waits }),
      );
    }
    const slow = slowGroups(point!.seen);
    if (slow.length === 0) {
      curve.holds = rate;
      continue;
    }
    curve.slow = slow;
    curve.limits = limitsOf(point!);
    curve.dropped = (await evening.streams()).closed;
    return curve;
  }
}

/** Holds half of what one process could, and looks at what its memory does. */
async function holdLong(evening: Evening, pool: pg.Pool, rate: number) {
  const heapMb: number[] = [];
  const memoryMb: number[] = [];
  await evening.run(WARM_UP);
  const step = { rate, seconds: 10 };
  const slow: string[] = [];
  const errors: Record<string, number> = {};
  for (let left = (MINUTES * 60) / step.seconds; left > 0; left--) {
    const point = await watched(evening, pool, step);
    heapMb.push(point.heapMb);
    memoryMb.push(point.memoryMb[0]!);
    slow.push(...slowGroups(point.seen));
    for (const [error, count] of Object.entries(point.seen.errors))
      errors[error] = (errors[error] ?? 0) + count;
  }
  const rounded = (values: readonly number[]) => values.map((value) => Math.round(value));
  return {
    rate,
    minutes: MINUTES,
    growth: Number(growthOf(heapMb).toFixed(3)),
    residentGrowth: Number(growthOf(memoryMb).toFixed(3)),
    heapMb: rounded(heapMb),
    residentMb: rounded(memoryMb),
    slow,
    errors,
  };
}

async function measure(admin: URL, folder: string): Promise<number> {
  const url = await eveningDatabase(admin, SCALE);
  const pool = new pg.Pool({ connectionString: url.href, max: 2, application_name: 'evening' });
  const postgres = await postmasterOf(pool);
  const place = { url, folder, firstPort: PORT, postgres, scale: SCALE };
  const curves: Curve[] = [];
  const broken: string[] = [];
  let long: Awaited<ReturnType<typeof holdLong>> | undefined;
  try {
    for (const processes of PROCESSES) {
      const evening = await startEvening(place, processes);
      try {
        curves.push(await climb(evening, pool));
      } finally {
        await evening.stop();
      }
    }
    if (MINUTES > 0) {
      const evening = await startEvening(place, 1);
      try {
        long = await holdLong(evening, pool, HELD_RATE ?? Math.round(curves[0]!.holds / 2));
      } finally {
        await evening.stop();
      }
      console.log(JSON.stringify(long));
      if (long.growth > BOUNDS.growth) broken.push(`the memory grew to ${long.growth} of what it was`);
    }
  } finally {
    await pool.end();
  }
  console.table(curves.flatMap(({ processes, points }) => points.map((point) => rowOf(processes, point))));
  for (const { processes, holds, slow, limits, points } of curves) {
    const quiet = points.every(isQuiet) ? '' : ' Others used the machine meanwhile.';
    console.log(
      `${processes} process(es) hold ${holds} people a second; then ${slow.join(', ')} wait longer than ${LIMIT_MS} ms.${quiet}`,
    );
    for (const limit of limits) console.log(`  at its limit: ${limit}`);
  }
  const books = await booksBalance(url);
  console.log(books.lines.join('\n'));
  if (!books.isGood) broken.push('the books do not balance');
  const [one, two] = curves;
  if (one && two && !isQuick && two.holds < BOUNDS.twoProcesses * one.holds)
    broken.push(`two processes hold ${two.holds}, one holds ${one.holds}`);
  // what is answered wrongly although nobody waits is no matter of speed
  for (const { points, dropped } of curves) {
    const early = points.filter(({ seen }) => slowGroups(seen).length === 0);
    for (const { rate, seen } of early)
      for (const [error, count] of Object.entries(seen.errors)) broken.push(`${count} x ${error} at ${rate}`);
    if (dropped > 0) broken.push(`${dropped} open pages were cut off`);
  }
  const result = {
    bench: 'evening',
    cores: CORES,
    ...SCALE,
    curves: curves.map(({ processes, holds, slow, limits }) => ({ processes, holds, slow, limits })),
    ...(long && { memory: { growth: long.growth, residentGrowth: long.residentGrowth, rate: long.rate } }),
    bounds: BOUNDS,
    broken,
  };
  console.log(JSON.stringify(result));
  return broken.length === 0 ? 0 : 1;
}

process.exitCode = await withDatabase(measure, process.env['BENCH_FOLDER']);
