import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBackgroundWork } from '#/server/jobs/backgroundWork.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { Job } from '#/server/jobs/jobRunner.ts';
import { cleanUp } from '#/server/jobs/cleanUp.ts';
import { SAMPLES } from '#/server/demo/mailPreview.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { runDueJobs } from '../../support/app/dueJobs.ts';
import { createPlayer } from '../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../support/app/testApp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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

describe('N8 the clean-up', () => {
  /** For each table: rows of a given age, and after what age they go. */
  const tables: Record<string, { keptMs: number; insert: string }> = {
    sessions: {
      keptMs: 30 * DAY_MS,
      insert: `INSERT INTO sessions (account_id, kind, token_hash, created_at, last_seen_at, expires_at, ended_at)
        SELECT $2, 'bearer', sha256(convert_to(g || random()::text, 'UTF8')), $1, $1, $1::timestamptz + interval '1 day', $1
        FROM generate_series(1, $3) g`,
    },
    idempotency: {
      keptMs: 2 * DAY_MS,
      insert: `INSERT INTO idempotency (account_id, key, request_hash, status, body, created_at)
        SELECT $2, 'key' || g || random(), '', 200, '{}', $1 FROM generate_series(1, $3) g`,
    },
    budgets: {
      keptMs: 0,
      insert: `INSERT INTO budgets SELECT 'test', convert_to($2 || g || random()::text, 'UTF8'), 1, $1 FROM generate_series(1, $3) g`,
    },
    email_tokens: {
      keptMs: 7 * DAY_MS,
      insert: `INSERT INTO email_tokens (account_id, purpose, email, token_hash, created_at, expires_at)
        SELECT $2, 'verify', 'a@example.org', sha256(convert_to(g || random()::text, 'UTF8')), $1, $1
        FROM generate_series(1, $3) g`,
    },
    password_resets: {
      keptMs: DAY_MS,
      insert: `INSERT INTO password_resets (server_key, email, account_id, flow_hash, code_mac, created_at, expires_at)
        SELECT 'everest', 'a@example.org', $2, sha256(convert_to(g || random()::text, 'UTF8')), '', $1, $1
        FROM generate_series(1, $3) g`,
    },
    spent_captchas: {
      keptMs: HOUR_MS,
      insert: `INSERT INTO spent_captchas SELECT convert_to($2 || g || random()::text, 'UTF8'), $1 FROM generate_series(1, $3) g`,
    },
    known_devices: {
      keptMs: 400 * DAY_MS,
      insert: `INSERT INTO known_devices SELECT $2, sha256(convert_to(g || random()::text, 'UTF8')), $1, $1 FROM generate_series(1, $3) g`,
    },
    sandbox_payments: {
      keptMs: 400 * DAY_MS,
      insert: `INSERT INTO sandbox_payments (ref, request, state, created_at)
        SELECT $2 || 'test' || g || random(), '{}', 'paid', $1 FROM generate_series(1, $3) g`,
    },
    sandbox_webhooks: {
      keptMs: 400 * DAY_MS,
      insert: `INSERT INTO sandbox_webhooks (event_id, body, run_at, sent_at)
        SELECT $2 || 'test' || g || random(), '', $1, $1 FROM generate_series(1, $3) g`,
    },
    mail_queue: {
      keptMs: 30 * DAY_MS,
      insert: `INSERT INTO mail_queue (account_id, kind, cause, created_at, run_at, sent_at)
        SELECT $2, 'resetCode', 'test' || g || random(), $1, $1, $1 FROM generate_series(1, $3) g`,
    },
  };

  test.each(Object.entries(tables))(
    'deletes from %s what is too old, more than one batch, and nothing else',
    async (table, { keptMs, insert }) => {
      const { accountId } = await createPlayer(app.deps);
      const before = Number((await app.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);
      const at = (ageMs: number) => new Date(app.deps.now().getTime() - ageMs);
      await app.pool.query(insert, [at(keptMs + 1), accountId, 2100]);
      await app.pool.query(insert, [at(keptMs), accountId, 3]);
      await cleanUp(app.deps);
      const { rows } = await app.pool.query(`SELECT count(*) FROM ${table}`);
      expect(Number(rows[0].count)).toBe(before + 3);
      await app.pool.query(
        `DELETE FROM ${table} WHERE ctid NOT IN (SELECT ctid FROM ${table} LIMIT ${before})`,
      );
    },
  );

  test('ends what waits: an e-mail change, a secret that was never activated', async () => {
    const { accountId } = await createPlayer(app.deps);
    const now = app.deps.now();
    await app.pool.query(
      `INSERT INTO email_changes (account_id, new_email, created_at, expires_at) VALUES ($1, 'b@example.org', $2, $2)`,
      [accountId, now],
    );
    await app.pool.query(
      `INSERT INTO two_factor_setups SELECT id, '', $2 FROM sessions WHERE account_id = $1`,
      [accountId, now],
    );
    const counts = async () =>
      (
        await app.pool.query(
          `SELECT (SELECT count(*)::int FROM email_changes) AS changes, (SELECT count(*)::int FROM two_factor_setups) AS setups`,
        )
      ).rows[0];
    await cleanUp(app.deps);
    expect(await counts()).toEqual({ changes: 1, setups: 1 });
    app.advanceMs(1);
    await cleanUp(app.deps);
    expect(await counts()).toEqual({ changes: 0, setups: 1 });
    app.advanceMs(10 * MINUTE_MS);
    await cleanUp(app.deps);
    expect(await counts()).toEqual({ changes: 0, setups: 0 });
    expect(await brokenInvariants(app.pool)).toEqual({});
  });

  test('leaves mails that are still to be sent, however old', async () => {
    await app.pool.query('DELETE FROM mail_queue');
    await app.pool.query(
      `INSERT INTO mail_queue (kind, cause, content_encrypted, created_at, run_at) VALUES ('resetCode', 'old', 'x', $1, $1)`,
      [new Date(app.deps.now().getTime() - 300 * DAY_MS)],
    );
    await cleanUp(app.deps);
    expect((await app.pool.query('SELECT FROM mail_queue')).rowCount).toBe(1);
    await app.pool.query('DELETE FROM mail_queue');
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
  const wasSent = (cause: string) => () => app.mails.some(({ to }) => to === `${cause}@example.org`);

  test('sends mails by itself, runs the jobs, and ends when it is told', async () => {
    const stop = startBackgroundWork(app.deps);
    await queue('first');
    await expect.poll(wasSent('first'), { timeout: 20_000 }).toBe(true);
    await queue('second');
    await expect.poll(wasSent('second'), { timeout: 20_000 }).toBe(true);
    const finished = async () =>
      (await app.pool.query('SELECT name FROM jobs WHERE finished_at IS NOT NULL ORDER BY name')).rows;
    await expect
      .poll(finished, { timeout: 20_000 })
      .toEqual(
        [
          'catchUpReady',
          'checkBooks',
          'cleanUp',
          'closeDays',
          'countDraws',
          'expireOrders',
          'reconcileOrders',
          'releaseCashBacks',
          'remindUnconfirmed',
          'remindWaiting',
          'removeUnconfirmed',
          'rewardMilestones',
          'sampleOnline',
          'tellGameAlarms',
        ].map((name) => ({ name })),
      );
    await stop();
    await queue('third');
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
    const deps = Object.defineProperty({ ...app.deps, log }, 'pool', {
      get: () => (isGone ? sibling.pool : app.pool),
    });
    const stop = startBackgroundWork(deps);
    await expect.poll(() => errors.length, { timeout: 20_000 }).toBeGreaterThan(0);
    isGone = false;
    await queue('after');
    await expect.poll(wasSent('after'), { timeout: 20_000 }).toBe(true);
    await stop();
    await sibling.app.close();
  });

  test('does nothing while the disk is nearly full', async () => {
    let isFull = true;
    const asked: boolean[] = [];
    const stop = startBackgroundWork({
      ...app.deps,
      isReadOnly: () => {
        asked.push(isFull);
        return isFull;
      },
    });
    await queue('patient');
    await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(3);
    expect(wasSent('patient')()).toBe(false);
    isFull = false;
    await expect.poll(wasSent('patient'), { timeout: 20_000 }).toBe(true);
    await stop();
  });
});
