import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { endWithoutSecret, startBackgroundWork } from '#/server/jobs/backgroundWork.ts';
import { checkBooks } from '#/server/domain/books/checkBooks.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { Job } from '#/server/jobs/jobRunner.ts';
import { SAMPLES } from '#/server/platform/mail/mailSamples.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { runDueJobs } from '../../support/app/dueJobs.ts';
import { createSibling, createTestApp, type TestApp } from '../../support/app/testApp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM jobs');
});
afterAll(() => app.close());

function counted(work: () => Promise<void> = () => Promise.resolve()): Job & { runs: () => number } {
  let runs = 0;
  return {
    name: 'counted',
    everyMs: HOUR_MS,
    run: () => {
      runs += 1;
      return work();
    },
    runs: () => runs,
  };
}

const jobRow = async () => (await app.pool.query(`SELECT * FROM jobs WHERE name = 'counted'`)).rows[0];

test('N13 a process whose secret was replaced asks itself to stop once, so that it finishes what is under way', async () => {
  const asked = vi.spyOn(process, 'kill').mockReturnValue(true);
  const secretKey = { ...app.deps.secretKey, current: Buffer.alloc(32, 7) };
  const log = Object.assign(Object.create(app.deps.log), { fatal: () => {} });
  const look = endWithoutSecret({ ...app.deps, secretKey, log });
  await withTx(app.pool, (tx) =>
    tx.execute(sql`INSERT INTO site_secret ("check") VALUES ('another') ON CONFLICT DO NOTHING`),
  );
  for (let times = 0; times < 3; times++) await look();
  expect(asked.mock.calls).toEqual([[process.pid, 'SIGTERM']]);
  asked.mockRestore();
  // the work of the other tests would end this process
  await app.pool.query('DELETE FROM site_secret');
});

describe('N8 a recurring job', () => {
  test('runs once an interval over all servers', async () => {
    const siblings = await Promise.all([createSibling(app), createSibling(app), createSibling(app)]);
    const job = counted();
    const { now } = app.deps;
    const all = [app, ...siblings].map(({ deps }) => Object.assign(deps, { now }));
    const runEverywhere = () => Promise.all([...all, ...all].map((deps) => runDueJobs(deps, [job])));
    await runEverywhere();
    expect(job.runs()).toBe(1);
    app.advanceMs(HOUR_MS - 1);
    await runEverywhere();
    expect(job.runs()).toBe(1);
    app.advanceMs(1);
    await runEverywhere();
    expect(job.runs()).toBe(2);
    await Promise.all(siblings.map((sibling) => sibling.close()));
  });

  test('that fails keeps its error, does not keep the next one back, and runs again an interval later', async () => {
    let isBroken = true;
    const failing = counted(() =>
      isBroken
        ? Promise.reject(new Error('it broke for marlo@example.org\nparams: a-secret'))
        : Promise.resolve(),
    );
    const next = { ...counted(), name: 'next' };
    await runDueJobs(app.deps, [failing, next]);
    expect(next.runs()).toBe(1);
    expect(await jobRow()).toMatchObject({
      last_error: 'it broke for (address)',
      started_at: app.deps.now(),
      finished_at: app.deps.now(),
    });
    const { body } = await app.get('/metrics');
    expect(body).toMatch(/job_runs_total\{job="counted",outcome="failed"\} \d+/);
    isBroken = false;
    app.advanceMs(HOUR_MS);
    await runDueJobs(app.deps, [failing]);
    expect(failing.runs()).toBe(2);
    expect(await jobRow()).toMatchObject({ last_error: null });
  });

  test('is due again an interval later when its server died over it', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const dying = counted(() => ended);
    const death = runDueJobs(app.deps, [dying]);
    await expect.poll(() => dying.runs()).toBe(1);
    const job = counted();
    await runDueJobs(app.deps, [job]);
    expect(job.runs()).toBe(0);
    app.advanceMs(HOUR_MS);
    await runDueJobs(app.deps, [job]);
    expect(job.runs()).toBe(1);
    // its time limit would end it long after this file has closed the database
    end();
    await death;
  });
});

describe('N8 the background work', () => {
  const queue = (cause: string) =>
    withTx(app.pool, (tx) =>
      queueMail(tx, app.deps, null, cause, {
        kind: 'resetCode',
        to: `${cause}@example.org`,
        isConfirmed: true,
        locale: 'en',
        variables: SAMPLES.resetCode,
      }),
    );
  /** Starts background work that finds the disk nearly full. */
  const startIdleWork = () => {
    let isFull = true;
    let asked = 0;
    const isReadOnly = () => {
      asked += 1;
      return isFull;
    };
    const stop = startBackgroundWork({ ...app.deps, isReadOnly });
    // every loop has asked once
    const first = asked;
    return {
      stop,
      /** Lets the loops begin. */
      begin: () => {
        isFull = false;
      },
      /** Waits until the loops of mails and payments have each had several more rounds. */
      pass: () => expect.poll(() => asked).toBeGreaterThan(first + 6),
    };
  };
  const wasSent = (cause: string) => () => app.mails.some(({ to }) => to === `${cause}@example.org`);

  test('sends mails by itself, runs the jobs, and ends when it is told', async () => {
    // the job finds nothing left to do: its pauses would take many seconds
    await checkBooks(app.deps, 0);
    const stop = startBackgroundWork(app.deps);
    // an alarm sees no increase of a counter that begins with its first run
    const { body } = await app.get('/metrics');
    for (const outcome of ['done', 'failed', 'refused'])
      expect(body).toContain(`job_runs_total{job="removePictures",outcome="${outcome}"}`);
    await queue('first');
    await expect.poll(wasSent('first')).toBe(true);
    await queue('second');
    await expect.poll(wasSent('second')).toBe(true);
    const finished = async () =>
      (await app.pool.query('SELECT name FROM jobs WHERE finished_at IS NOT NULL ORDER BY name')).rows;
    await expect
      .poll(finished)
      .toEqual(
        [
          'catchUpReady',
          'checkBooks',
          'checkFigures',
          'cleanUp',
          'closeAuditDays',
          'closeDays',
          'countDraws',
          'countFigures',
          'expireOrders',
          'fetchPayouts',
          'mailNeeds',
          'mailNews',
          'publishPlanned',
          'reconcileOrders',
          'releaseCashBacks',
          'remindUnconfirmed',
          'remindWaiting',
          'removePictures',
          'removeUnconfirmed',
          'rewardMilestones',
          'sampleOnline',
          'tellFriends',
          'tellGameAlarms',
          'tellPromotions',
          'tellTerms',
        ].map((name) => ({ name })),
      );
    await stop();
    await queue('third');
    const idle = startIdleWork();
    await idle.pass();
    await idle.stop();
    const { rows } = await app.pool.query(`SELECT sent_at FROM mail_queue WHERE cause = 'third'`);
    expect(rows).toEqual([{ sent_at: null }]);
    expect(wasSent('third')()).toBe(false);
  });

  test('outlives a database that is gone for a moment', async () => {
    const sibling = await createSibling(app);
    await sibling.pool.end();
    let isGone = true;
    const errors: unknown[] = [];
    const log = Object.create(app.deps.log) as Deps['log'];
    log.error = (error: unknown) => errors.push(error);
    const pool = new Proxy(app.pool, {
      get: (_, name: 'query' | 'connect') => {
        const current = isGone ? sibling.pool : app.pool;
        return current[name].bind(current);
      },
    });
    const stop = startBackgroundWork({ ...app.deps, log, pool });
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    isGone = false;
    await queue('after');
    await expect.poll(wasSent('after')).toBe(true);
    await stop();
    await sibling.app.close();
  });

  test('does nothing while the disk is nearly full', async () => {
    await queue('patient');
    const work = startIdleWork();
    await work.pass();
    expect(wasSent('patient')()).toBe(false);
    work.begin();
    await expect.poll(wasSent('patient')).toBe(true);
    await work.stop();
  });
});
