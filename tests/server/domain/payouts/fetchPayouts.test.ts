import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { fetchPayouts } from '#/server/domain/payouts/fetchPayouts.ts';
import { payoutSources, readPayouts } from '#/server/domain/payouts/payoutList.ts';
import { JOBS } from '#/server/jobs/jobs.ts';
import type { PayoutLine } from '#/server/ports/payouts.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { runDueJobs } from '../../../support/app/dueJobs.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import {
  applyPaymentEvent,
  type FakeProvider,
  pendingOrder,
  refOf,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import {
  addPayout,
  type FakePayouts,
  fakePayouts,
  payoutLine,
} from '../../../support/services/fakePayouts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let provider: FakeProvider;
let told: FakePayouts;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.pool.query('TRUNCATE payout_lines, payouts, payout_fetches');
  provider = useFakeProvider(app);
  told = fakePayouts();
  provider.payouts = told;
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

/** A granted order of 50.00 €. @returns its public id */
async function paid(): Promise<string> {
  const id = await pendingOrder(app, await createPlayer(app.deps));
  expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
  return id;
}
const charge = (order: string, changes = {}) =>
  payoutLine({
    lineRef: `charge-${order}`,
    kind: 'charge',
    grossCents: 5000,
    feeCents: 100,
    paymentRef: refOf(order),
    ...changes,
  });
const fetch = () => fetchPayouts(app.deps, { isForced: true });
const stored = () => readPayouts(app.deps.db, sql`ORDER BY p.arrives_at, p.id`);
const lines = async () =>
  (
    await app.pool
      .query<object>(`SELECT l.line_ref AS ref, o.public_id AS "order", expected_cents::int AS expected
      FROM payout_lines l LEFT JOIN orders o ON o.id = l.order_id ORDER BY l.id`)
  ).rows;
const whole = async () =>
  (
    await app.pool.query<{ all: string }>(
      `SELECT json_build_array((SELECT json_agg(p ORDER BY id) FROM payouts p),
      (SELECT json_agg(l ORDER BY id) FROM payout_lines l))::text AS all`,
    )
  ).rows[0]!.all;

type OpenLine = Pick<PayoutLine, 'kind' | 'grossCents'>;
const OPEN_LINES: readonly [what: string, line: OpenLine, isOfOrder: boolean][] = [
  ['an unknown charge', { kind: 'charge', grossCents: 700 }, false],
  ['an unknown refund', { kind: 'refund', grossCents: -700 }, false],
  ['a refund that the site was not told', { kind: 'refund', grossCents: -700 }, true],
  ['a dispute that the site was not told', { kind: 'dispute', grossCents: -1 }, true],
  ['another amount', { kind: 'charge', grossCents: 4999 }, true],
];

describe('O25 payouts', () => {
  test('are stored with lines that are matched with their orders', async () => {
    const order = await paid();
    const replaced = await paid();
    await applyPaymentEvent(app, order, 'refunded', { amountCents: 1200, causeRef: 're-1' });
    addPayout(told, 'po-1', [
      charge(order),
      // a provider that names the order instead of the payment
      charge(replaced, { paymentRef: null, orderId: replaced }),
      payoutLine({ lineRef: 'refund', kind: 'refund', grossCents: -1200, causeRef: 're-1' }),
      payoutLine({ lineRef: 'fee', kind: 'fee', grossCents: -200, note: 'for\0 January' }),
    ]);
    await fetch();
    expect(await lines()).toEqual([
      { ref: `charge-${order}`, order, expected: 5000 },
      { ref: `charge-${replaced}`, order: replaced, expected: 5000 },
      { ref: 'refund', order, expected: -1200 },
      { ref: 'fee', order: null, expected: null },
    ]);
    expect(await stored()).toMatchObject([
      {
        ref: 'po-1',
        amountCents: 8400,
        lines: 4,
        linesState: 'read',
        matchedCents: 8600,
        openLines: 0,
        openCents: 0,
        differenceCents: 0,
        isOpen: false,
      },
    ]);
  });

  test.each(OPEN_LINES)('with %s need a look', async (_, line, isOfOrder) => {
    const order = await paid();
    const paymentRef = isOfOrder ? refOf(order) : 'of another shop';
    addPayout(told, 'po-1', [payoutLine({ lineRef: 'line', paymentRef, ...line })]);
    await fetch();
    const open = { openLines: 1, openCents: line.grossCents, matchedCents: 0, differenceCents: 0 };
    expect(await stored()).toMatchObject([{ ...open, isOpen: true }]);
  });

  test('whose sum is not that of their lines need a look', async () => {
    addPayout(told, 'po-1', [charge(await paid())], { amountCents: 4800 });
    await fetch();
    expect(await stored()).toMatchObject([{ openLines: 0, differenceCents: -100, isOpen: true }]);
  });

  test('that were fetched twice are stored once', async () => {
    const order = await paid();
    addPayout(told, 'po-1', [charge(order), payoutLine({ lineRef: 'x', kind: 'charge', grossCents: 1 })]);
    await fetch();
    const before = await whole();
    await fetch();
    expect(await whole()).toBe(before);
  });

  test('are stored once although two servers fetch them 200 times at once', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, paid));
    addPayout(
      told,
      'po-1',
      orders.slice(0, 3).map((order) => charge(order)),
    );
    addPayout(
      told,
      'po-2',
      orders.slice(3).map((order) => charge(order)),
    );
    const sibling = await createSibling(app);
    const { now, payments } = app.deps;
    Object.assign(sibling.deps, { now, payments });
    const runs = Array.from({ length: 200 }, (_, at) =>
      fetchPayouts((at % 2 ? app : sibling).deps, { isForced: true }),
    );
    await Promise.all(runs);
    await sibling.close();
    expect((await lines()).length).toBe(5);
    expect(await stored()).toMatchObject([
      { lines: 3, matchedCents: 14_700, isOpen: false },
      { lines: 2, matchedCents: 9800, isOpen: false },
    ]);
  });

  test('whose provider falls silent between two pages go on where they ended', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, paid));
    addPayout(
      told,
      'po-1',
      orders.map((order) => charge(order)),
    );
    told.pagesLeft = 2;
    await expect(fetch()).rejects.toThrow('the provider does not answer');
    expect((await lines()).length).toBe(2);
    // nothing is said about a sum before all lines are there
    expect(await stored()).toMatchObject([{ linesState: 'reading', differenceCents: null, isOpen: false }]);
    const [source] = await payoutSources(app.deps);
    expect(source).toMatchObject({ fetchedAt: null, error: 'the provider does not answer' });
    told.pagesLeft = undefined;
    told.asked = [];
    await fetch();
    expect(told.asked).toEqual(['list', 'po-1 2', 'po-1 4']);
    expect(await stored()).toMatchObject([{ linesState: 'read', lines: 5, differenceCents: 0 }]);
    expect((await payoutSources(app.deps))[0]).toMatchObject({ error: null, failedAt: null });
  });

  test('end at the limit of pages, and the next run goes on', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, paid));
    addPayout(
      told,
      'po-1',
      orders.map((order) => charge(order)),
    );
    const limits = { pageMs: 10_000, pages: 2, runMs: 60_000 };
    for (let run = 0; run < 3; run++) await fetchPayouts(app.deps, { isForced: true, limits });
    expect(await stored()).toMatchObject([{ linesState: 'read', lines: 5 }]);
  });

  test('of a silent provider keep nobody waiting', async () => {
    await paid();
    told.list = () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) });
    const limits = { pageMs: 50, pages: 2, runMs: 1000 };
    await expect(fetchPayouts(app.deps, { isForced: true, limits })).rejects.toThrow('not done within 50 ms');
  });

  test('match later when the site is told of a refund', async () => {
    const order = await paid();
    const line = { lineRef: 'refund', kind: 'refund', grossCents: -700, causeRef: 're-late' } as const;
    addPayout(told, 'po-1', [charge(order), payoutLine(line)]);
    await fetch();
    expect(await stored()).toMatchObject([{ openLines: 1, isOpen: true }]);
    await applyPaymentEvent(app, order, 'refunded', { amountCents: 700, causeRef: 're-late' });
    await fetch();
    expect(await stored()).toMatchObject([{ openLines: 0, isOpen: false, matchedCents: 4200 }]);
  });

  test('follow their status, and wait for lines that the provider has not finished', async () => {
    const order = await paid();
    addPayout(told, 'po-1', [charge(order)], { status: 'inTransit', lines: 'later' });
    addPayout(told, 'po-2', [], { amountCents: 900, lines: 'never', arrivesAt: new Date('2026-01-20') });
    await fetch();
    expect(await stored()).toMatchObject([
      { status: 'inTransit', linesState: 'later', isOpen: false },
      { linesState: 'never', differenceCents: null, isOpen: false },
    ]);
    Object.assign(told.payouts[0]!, { status: 'paid', lines: 'ready' });
    await fetch();
    expect(await stored()).toMatchObject([{ status: 'paid', linesState: 'read', lines: 1 }, {}]);
  });

  test('are fetched once a day by the job, and an hour after a failure', async () => {
    await paid();
    const ofPayouts = JOBS.filter(({ name }) => name === 'fetchPayouts');
    const job = async () => {
      await runDueJobs(app.deps, ofPayouts);
      const { rows } = await app.pool.query<{ error: string | null }>(
        `SELECT last_error AS error FROM jobs WHERE name = 'fetchPayouts'`,
      );
      return rows[0]?.error;
    };
    const { asked } = told;
    // a fetch takes its time
    provider.payouts = {
      ...told,
      list: (since) => {
        app.advanceMs(MINUTE_MS);
        return told.list(since);
      },
    };
    told.pagesLeft = 0;
    expect(await job()).toBe('payouts were not fetched: the provider does not answer');
    told.pagesLeft = undefined;
    app.advanceMs(HOUR_MS - MINUTE_MS);
    expect(await job()).toBeNull();
    expect(asked).toEqual(['list', 'list']);
    app.advanceMs(DAY_MS - HOUR_MS - MINUTE_MS);
    await job();
    expect(asked.length).toBe(2);
    app.advanceMs(HOUR_MS);
    await job();
    expect(asked.length).toBe(3);
  });

  test('are not asked of a provider that tells none', async () => {
    await paid();
    provider.payouts = null;
    await fetch();
    expect(await payoutSources(app.deps)).toMatchObject([
      { provider: 'sandbox', isTold: false, nextAt: null },
    ]);
  });
});
