import { afterEach, describe, expect, test, vi } from 'vitest';
import { databaseClock, startClock, type Clock } from '#/server/platform/kernel/clock.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { runDueJobs } from '../../../support/app/dueJobs.ts';
import { CAPTCHA, createPlayer, open, PASSWORD, signUpForm } from '../../../support/app/factories.ts';
import { liveOf, rotate } from '../../../support/fairness/fairness.ts';
import { pendingOrder } from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Columns that hold times to come; all others hold times of what has happened. */
const TO_COME = new Set([
  'carts.expires_at',
  'email_tokens.expires_at',
  'budgets.resets_at',
  'jobs.run_at',
  'mail_queue.run_at',
  'orders.expires_at',
  'payment_asks.next_ask_at',
  'payout_fetches.next_at',
  'sessions.expires_at',
]);

let base: TestApp;
let clock: Clock;
let site: TestApp;

afterEach(async () => {
  vi.useRealTimers();
  clock.stop();
  await site.close();
  expect(await brokenInvariants(base.pool)).toEqual({});
  await base.close();
});

/** The oldest and the newest time in each column that holds one. */
async function timesOf({ pool }: TestApp): Promise<Map<string, { oldest: Date; newest: Date }>> {
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type LIKE 'timestamp%'`,
  );
  const times = new Map<string, { oldest: Date; newest: Date }>();
  for (const { table, column } of columns) {
    const { rows } = await pool.query<{ oldest: Date | null; newest: Date }>(
      `SELECT min("${column}") AS oldest, max("${column}") AS newest FROM "${table}"`,
    );
    const { oldest, newest } = rows[0]!;
    if (oldest) times.set(`${table}.${column}`, { oldest, newest });
  }
  return times;
}

describe.each([
  ['a day ahead', DAY_MS],
  ['a year behind', -365 * DAY_MS],
])('SE11 a server whose wall clock is %s', (_name, offMs) => {
  test('writes the times of the database, wherever it writes one', async () => {
    base = await createTestApp();
    const fromCatalogue = await timesOf(base);
    const readTime = databaseClock(base.pool);
    const startedAt = await readTime();
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt.getTime() + offMs });
    clock = await startClock(readTime, base.deps.log);
    site = await createSibling(base, { now: clock.now, databaseTime: readTime });

    const member = signUpForm('punctual');
    expect((await site.post('/api/v1/auth/register', member)).statusCode).toBe(200);
    const form = { server: 'everest', login: 'punctual', password: PASSWORD, captcha: CAPTCHA };
    expect((await site.post('/api/v1/auth/login', form)).statusCode).toBe(200);
    const player = await createPlayer(site.deps, { 1: 2 });
    expect((await open(site, player, { case_id: 1 }, 'a-punctual-key')).statusCode).toBe(200);
    const { epoch } = await liveOf(site, player);
    expect((await rotate(site, player, { commitment: epoch.commitment })).statusCode).toBe(200);
    expect((await open(site, player, { case_id: 1 })).statusCode).toBe(200);
    await pendingOrder(site, player);
    expect(await sendDueMails(site.deps)).toBeGreaterThan(0);
    await runDueJobs(site.deps);

    const endedAt = await readTime();
    const times = await timesOf(base);
    const written = [...times].filter(([column]) => !fromCatalogue.has(column));
    for (const [column, { oldest, newest }] of written) {
      expect(oldest.getTime(), column).toBeGreaterThan(startedAt.getTime() - 5000);
      if (!TO_COME.has(column)) expect(newest.getTime(), column).toBeLessThan(endedAt.getTime() + 5000);
    }
    expect(written.map(([column]) => column)).toEqual(
      expect.arrayContaining([
        'accounts.created_at',
        'draws.created_at',
        'fair_epochs.created_at',
        'jobs.started_at',
        'mail_queue.sent_at',
        'orders.created_at',
        'sessions.created_at',
      ]),
    );
    const { rows } = await base.pool.query<{ name: string }>(
      'SELECT name FROM jobs WHERE finished_at IS NOT NULL AND last_error IS NULL',
    );
    expect(rows.length).toBeGreaterThan(5);
  });
});
