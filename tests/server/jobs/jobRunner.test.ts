import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CASH_BACK_HOLD_DAYS } from '#/contract/referral.ts';
import { UNVERIFIED_ACCOUNT_DAYS } from '#/contract/kernel/limits.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { createJobRunner, type Job } from '#/server/jobs/jobRunner.ts';
import { JOBS } from '#/server/jobs/jobs.ts';
import { runDueJobs } from '../../support/app/dueJobs.ts';
import { createPlayer, open, signUpForm } from '../../support/app/factories.ts';
import { invite, verify } from '../../support/players/referrals.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ config: { poolSize: 20 } });
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM jobs');
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const job = (name: string, run: Job['run'] = () => Promise.resolve()): Job => ({
  name,
  everyMs: HOUR_MS,
  run,
});
const never = () => new Promise<void>(() => {});
const rowOf = async (name: string) =>
  (await app.pool.query('SELECT * FROM jobs WHERE name = $1', [name])).rows[0];

/** A piece of work that ends on command. */
function gate() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end: () => end() };
}

/** Every row of every table but those of the jobs themselves. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
     AND tablename NOT IN ('jobs', 'book_checks') ORDER BY tablename`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const text = `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash FROM "${name}" t`;
    hashes[name] = (await app.pool.query<{ hash: string }>(text)).rows[0]!.hash;
  }
  return hashes;
}

/** Lets come about what the jobs expire, release, close, remove and mail within the next day. */
async function makeDueWithinADay(newcomer: string): Promise<void> {
  useFakeProvider(app);
  expect((await app.post('/api/v1/auth/register', signUpForm(newcomer))).statusCode).toBe(200);
  const inviter = await createPlayer(app.deps);
  await verify(app, inviter);
  const payer = await invite(app, inviter);
  await verify(app, payer);
  await applyPaymentEvent(app, await pendingOrder(app, payer), 'paid');
  app.advanceMs(Math.min(CASH_BACK_HOLD_DAYS, UNVERIFIED_ACCOUNT_DAYS) * DAY_MS - 13 * HOUR_MS);
  const player = await createPlayer(app.deps, { 1: 1 });
  expect((await open(app, player, { case_id: 1 }, `the-key-of-${newcomer}`)).statusCode).toBe(200);
  await pendingOrder(app, payer);
}

/** Compares all tables. @returns the names of those that differ */
async function changedSince(before: Record<string, string>): Promise<string[]> {
  const after = await everything();
  return Object.keys(after).filter((table) => after[table] !== before[table]);
}

describe('SE6 jobs take turns side by side', () => {
  test('one that hangs keeps no other kind waiting', async () => {
    const run = createJobRunner(app.deps);
    const { ended, end } = gate();
    const hanging = run(job('hangs', () => ended));
    const done: string[] = [];
    const note = (name: string) => job(name, async () => void done.push(name));
    await Promise.all([run(note('second')), run(note('third')), run(note('fourth'))]);
    expect(done.toSorted()).toEqual(['fourth', 'second', 'third']);
    // its time limit would end it long after this file has closed the database
    end();
    await hanging;
  });

  test.each([
    [20, 3],
    [8, 2],
    [2, 1],
  ])('of a pool of %i connections at most %i', async (poolSize, most) => {
    const run = createJobRunner({ ...app.deps, config: { ...app.deps.config, poolSize } });
    const { ended, end } = gate();
    let running = 0;
    let peak = 0;
    const counted = async () => {
      peak = Math.max(peak, ++running);
      await ended;
      running -= 1;
    };
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => run(job(name, counted))));
    await expect.poll(() => running).toBe(most);
    end();
    await all;
    expect(peak).toBe(most);
  });

  test('one that hangs has failed at its deadline, and gives its place to the next', async () => {
    const deps = { ...app.deps, config: { ...app.deps.config, poolSize: 2 } };
    const run = createJobRunner(deps, { timeoutMs: 20 });
    const next = { isDone: false };
    await Promise.all([
      run(job('hangs', never)),
      run(
        job('next', async () => {
          next.isDone = true;
        }),
      ),
    ]);
    expect(next.isDone).toBe(true);
    expect(await rowOf('hangs')).toMatchObject({
      last_error: 'not done within 20 ms',
      finished_at: app.deps.now(),
    });
    expect(await rowOf('next')).toMatchObject({ last_error: null });
  });

  test('once the server stops, those that wait for their turn do not begin', async () => {
    const stopping = new AbortController();
    const config = { ...app.deps.config, poolSize: 2 };
    const run = createJobRunner({ ...app.deps, config, stopping: stopping.signal });
    const { ended, end } = gate();
    const first = run(job('first', () => ended));
    const second = run(job('second'));
    await expect.poll(() => rowOf('first')).toBeDefined();
    stopping.abort();
    end();
    await Promise.all([first, second]);
    const now = app.deps.now();
    // another server goes on with what it may have left
    expect(await rowOf('first')).toMatchObject({ last_error: null, finished_at: now, run_at: now });
    expect(await rowOf('second')).toBeUndefined();
  });

  test('N7 once the server stops, those that run go through no more rows', async () => {
    await makeDueWithinADay('absent');
    await runDueJobs(app.deps);
    app.advanceMs(DAY_MS);
    const before = await everything();
    const stopped = { ...app.deps, stopping: AbortSignal.abort() };
    for (const { run } of JOBS) await run(stopped);
    expect(await changedSince(before)).toEqual([]);
    // one after the other, because figures are not counted while another job writes
    for (const { run } of JOBS) await run(app.deps);
    expect(await changedSince(before)).toEqual(
      expect.arrayContaining(['budgets', 'cash_backs', 'day_sums', 'draw_days', 'orders', 'payer_counts']),
    );
  });
});

describe('SE11 the clock of jobs', () => {
  test('a time that lies further ahead than an interval heals; the next time does not count as that', async () => {
    let runs = 0;
    const often = job('often', async () => void (runs += 1));
    await runDueJobs(app.deps, [often]);
    await app.pool.query(`UPDATE jobs SET run_at = run_at + interval '1 year'`);
    await runDueJobs(app.deps, [often]);
    expect(runs).toBe(2);
    const slower = {
      ...app.deps,
      databaseTime: async () => new Date(app.deps.now().getTime() - 2 * SECOND_MS),
    };
    await runDueJobs(slower, [often]);
    expect(runs).toBe(2);
  });

  test('is that of the database, whatever a little the server is off', async () => {
    const databaseTime = new Date(app.deps.now().getTime() + 3 * SECOND_MS);
    await runDueJobs({ ...app.deps, databaseTime: async () => databaseTime }, [job('precise')]);
    expect(await rowOf('precise')).toMatchObject({
      started_at: databaseTime,
      run_at: new Date(databaseTime.getTime() + HOUR_MS),
    });
  });

  test('a job is refused, aloud, while the server differs from the database', async () => {
    const errors: unknown[] = [];
    const log = Object.create(app.deps.log) as Deps['log'];
    log.error = (...said: unknown[]) => errors.push(said);
    for (const offMs of [-6 * SECOND_MS, 6 * SECOND_MS, DAY_MS]) {
      const now = () => new Date(app.deps.now().getTime() + offMs);
      await runDueJobs({ ...app.deps, databaseTime: async () => app.deps.now(), now, log }, [job('careful')]);
    }
    expect(errors).toHaveLength(3);
    expect(errors[0]).toEqual([
      expect.objectContaining({ job: 'careful' }),
      expect.stringContaining('refused'),
    ]);
    expect(await rowOf('careful')).toBeUndefined();
    const { body } = await app.get('/metrics');
    expect(body).toMatch(/job_runs_total\{job="careful",outcome="refused"\} 3/);
  });

  test('no job with a wrong clock closes, expires, releases, removes or mails anything', async () => {
    await makeDueWithinADay('forgetful');
    await runDueJobs(app.deps);

    const before = await everything();
    const right = app.deps.now();
    for (const offMs of [DAY_MS, -DAY_MS]) {
      await app.pool.query('DELETE FROM jobs');
      const now = () => new Date(right.getTime() + offMs);
      await runDueJobs({ ...app.deps, now, databaseTime: async () => right });
      expect(await everything()).toEqual(before);
    }

    app.advanceMs(DAY_MS);
    await app.pool.query('DELETE FROM jobs');
    await runDueJobs(app.deps);
    expect(await changedSince(before)).toEqual(
      expect.arrayContaining(['accounts', 'cash_backs', 'draw_days', 'orders']),
    );
  });
});
