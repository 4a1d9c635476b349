import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_COUNTED } from '#/contract/operator/site.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { codeOf } from '../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../support/desks/operators.ts';
import { createSiteWithPiles, Pile } from '../../../support/players/piles.ts';
import { pendingOrder } from '../../../support/players/shopping.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { runDueJobs } from '../../../support/app/dueJobs.ts';
import type { TestApp } from '../../../support/app/testApp.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;
let owner: TestOperator;
beforeAll(async () => {
  app = await createSiteWithPiles();
  owner = await createOperator(app, 'owner');
});
afterAll(() => app.close());

const { runJob, site } = operatorCalls;
const state = async (by = owner) => (await by.browser.call(site)).json();

test('O4 the page of the site tells how it is doing, to everybody who may see sums', async () => {
  const viewer = await createOperator(app, 'viewer');
  const shown = await state(viewer);
  expect(shown).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    now: app.deps.now().toISOString(),
    isReadOnly: false,
    database: { version: expect.stringMatching(/^\d+/) },
    brokenBooks: [],
    warnings: expect.any(Array),
  });
  expect(shown.database.bytes).toBeGreaterThan(1_000_000);
  expect(shown.database.connections).toBeGreaterThan(0);
  expect(shown.pool.open).toBeGreaterThan(0);
  expect(Object.values(shown.counts)).toEqual(Array(19).fill(0));
});

test('O4 the page of the site takes few statements, whatever the size of the site', async () => {
  const texts: string[] = [];
  const { pool } = app.deps;
  const query = pool.query.bind(pool);
  pool.query = ((first: { text?: string } | string, ...rest: unknown[]) => {
    texts.push(typeof first === 'string' ? first : (first.text ?? ''));
    return (query as (...all: unknown[]) => unknown)(first, ...rest);
  }) as typeof pool.query;
  await state();
  pool.query = query;
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.length).toBeLessThanOrEqual(4);
});

test('O4 the counts rise with the waiting tasks', async () => {
  const before = (await state()).counts;
  const manager = await createOperator(app, 'manager');
  const pile = await Pile.create(app);
  await pile.give(manager, 6000);
  const player = await createPlayer(app.deps);
  const order = await pendingOrder(app, player);
  await app.pool.query(`UPDATE orders SET state = 'review' WHERE public_id = $1`, [order]);
  await app.pool.query(
    `INSERT INTO mail_queue (kind, cause, content_encrypted, created_at, run_at, failed_at)
     SELECT 'receipt', 'failed:' || g, 'x', now(), now(), now() FROM generate_series(1, $1) g`,
    [MOST_COUNTED + 5],
  );
  await app.pool.query(
    `INSERT INTO jobs (name, run_at, last_error) VALUES ('countDraws', now() + interval '1 year', 'it broke')`,
  );
  expect((await state()).counts).toEqual({
    ...before,
    ordersInReview: before.ordersInReview + 1,
    mailsFailed: MOST_COUNTED,
    jobsFailed: before.jobsFailed + 1,
    approvals: before.approvals + 1,
  });
  // the asking operator cannot decide
  expect((await state(manager)).counts.approvals).toBe(0);
});

test('O6 a job is run at once by an owner, and support asks a second person', async () => {
  let runs = 0;
  const job = {
    name: 'cleanUp',
    everyMs: HOUR_MS,
    run: async () => {
      runs += 1;
    },
  };
  await runDueJobs(app.deps, [job]);
  await runDueJobs(app.deps, [job]);
  expect(runs).toBe(1);
  const run = (by: TestOperator, id = 'cleanUp') =>
    by.browser.call(runJob, { params: { id }, body: { reason: 'the disk fills up' } });
  expect((await run(owner)).statusCode).toBe(200);
  await runDueJobs(app.deps, [job]);
  expect(runs).toBe(2);
  expect((await run(await createOperator(app, 'support'))).statusCode).toBe(202);
  expect(codeOf(await run(owner, 'unknownJob'))).toBe('notFound');
});
