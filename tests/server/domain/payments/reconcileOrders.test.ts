import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import type { PaymentEventKind, ProviderName } from '#/server/ports/payments.ts';
import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import { reconcileOrders } from '#/server/domain/payments/reconcileOrders.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import {
  applyPaymentEvent,
  eventOf,
  type FakeProvider,
  orderOf,
  pendingOrder,
  refOf,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: TestApp;
let provider: FakeProvider;
let player: Player;
/** Payments that the provider was asked about, in order. */
let asked: string[];

/** Counts the questions; `reply` may hold them back. */
function watch(fake: FakeProvider, reply: () => Promise<void> = () => Promise.resolve()): void {
  const reconcile = fake.reconcile.bind(fake);
  fake.reconcile = async (ref) => {
    asked.push(ref);
    await reply();
    return reconcile(ref);
  };
}

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.pool.query('TRUNCATE payment_asks, provider_outages');
  provider = useFakeProvider(app);
  asked = [];
  watch(provider);
  player = await createPlayer(app.deps);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const ordersOf = (count: number) =>
  Promise.all(Array.from({ length: count }, () => pendingOrder(app, player, { amount: 100 })));
const round = (site = app) => reconcileOrders(site.deps);
/** Another provider beside the one that the orders are paid by. */
async function otherProvider(name: ProviderName, ids: readonly string[]): Promise<FakeProvider> {
  const other = { ...provider, name, truth: new Map() };
  other.reconcile = async (ref) => {
    asked.push(ref);
    return other.truth.get(ref) ?? [];
  };
  const providers = new Map([...app.deps.payments.providers, [name, other] as const]);
  app.deps.payments = { providers, providerOf: () => provider };
  for (const table of ['orders', 'payment_asks'])
    await app.pool.query(`UPDATE ${table} SET provider = $1 WHERE payment_ref = ANY($2)`, [
      name,
      ids.map((id) => refOf(id)),
    ]);
  return other;
}

describe('SE6 how often a provider is asked about a payment', () => {
  test('with growing distance: 8 times in a day, 32 times in 7 days, and then no more', async () => {
    await ordersOf(1);
    const minutes: number[] = [];
    let minute = 0;
    while (minute < 9 * 24 * 60) {
      // coarser steps later: six hours are a multiple of each
      const step = minute < 120 ? 1 : minute < 24 * 60 ? 30 : 120;
      minute += step;
      app.advanceMs(step * MINUTE_MS);
      await round();
      if (asked.length > minutes.length) minutes.push(minute);
    }
    expect(minutes.slice(0, 5)).toEqual([1, 3, 8, 23, 83]);
    expect(minutes.slice(5, 8).map((at) => Math.floor(at / 60))).toEqual([7, 13, 19]);
    expect(asked).toHaveLength(32);
    expect(await app.pool.query('SELECT * FROM payment_asks')).toMatchObject({ rowCount: 0 });
  });

  test.each<[PaymentEventKind, 'heard' | 'asked']>([
    ['paid', 'heard'],
    ['failed', 'heard'],
    ['expired', 'heard'],
    ['paid', 'asked'],
    ['failed', 'asked'],
    ['expired', 'asked'],
  ])('never after the final word %s, %s', async (kind, how) => {
    const [id] = await ordersOf(1);
    if (how === 'heard') await applyPaymentEvent(app, id!, kind);
    else provider.truth.set(refOf(id!), [await eventOf(app, id!, kind)]);
    // whoever asked on would ask every six hours
    for (let times = 0; times < 8; times++) {
      app.advanceMs(6 * HOUR_MS);
      await round();
    }
    expect(asked).toHaveLength(how === 'heard' ? 0 : 1);
    expect((await orderOf(app, id!)).state).toBe(kind === 'paid' ? 'granted' : kind);
  });

  test('a payment that is on its way is asked about on', async () => {
    const [id] = await ordersOf(1);
    provider.truth.set(refOf(id!), [await eventOf(app, id!, 'pending')]);
    for (const minutes of [1, 2, 5]) {
      app.advanceMs(minutes * MINUTE_MS);
      await round();
    }
    provider.truth.get(refOf(id!))!.push(await eventOf(app, id!, 'paid'));
    app.advanceMs(15 * MINUTE_MS);
    await round();
    expect(asked).toHaveLength(4);
    expect((await orderOf(app, id!)).state).toBe('granted');
  });

  test('an order that ran out here is asked about until its provider says so', async () => {
    const [id] = await ordersOf(1);
    app.advanceMs(61 * MINUTE_MS);
    await expireOrders(app.deps);
    provider.truth.set(refOf(id!), [await eventOf(app, id!, 'paid')]);
    await round();
    expect((await orderOf(app, id!)).state).toBe('granted');
  });
});

describe('SE6 many payments', () => {
  test('are asked about side by side, 8 at most', async () => {
    const ids = await ordersOf(30);
    let [now, most] = [0, 0];
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    watch(provider, async () => {
      most = Math.max(most, ++now);
      // nobody gets an answer before everybody who may ask has asked, and has had time to ask for more
      if (now === 8) {
        for (let at = 0; at < 50; at++) await app.pool.query('SELECT 1');
        open();
      }
      await opened;
      now--;
    });
    app.advanceMs(MINUTE_MS);
    asked = [];
    await round();
    expect(new Set(asked)).toEqual(new Set(ids.map((id) => refOf(id))));
    expect(most).toBe(8);
  });

  test('two servers ask about each once', async () => {
    const ids = await ordersOf(20);
    const sibling = await createSibling(app);
    sibling.deps.payments = app.deps.payments;
    app.advanceMs(MINUTE_MS);
    sibling.deps.now = app.deps.now;
    await Promise.all([round(), round(sibling), round(), round(sibling)]);
    expect(asked.toSorted()).toEqual(ids.map((id) => refOf(id)).toSorted());
    await sibling.close();
  });

  test('a server that dies while it asks leaves the payment to the next one after its lease', async () => {
    const [id] = await ordersOf(1);
    app.advanceMs(MINUTE_MS);
    await app.pool.query(`UPDATE payment_asks SET next_ask_at = $1, asks = 1`, [
      new Date(app.deps.now().getTime() + MINUTE_MS),
    ]);
    await round();
    expect(asked).toEqual([]);
    app.advanceMs(MINUTE_MS);
    await round();
    expect(asked).toEqual([refOf(id!)]);
  });

  test('one that the provider does not know keeps no other waiting', async () => {
    const ids = await ordersOf(5);
    const reconcile = provider.reconcile.bind(provider);
    provider.reconcile = (ref) =>
      ref === refOf(ids[0]!) ? Promise.reject(new Error('answered 404')) : reconcile(ref);
    for (const id of ids) provider.truth.set(refOf(id), [await eventOf(app, id, 'paid')]);
    app.advanceMs(MINUTE_MS);
    await expect(round()).rejects.toThrow('1 payments could not be asked for');
    const states = await Promise.all(ids.map(async (id) => (await orderOf(app, id)).state));
    expect(states).toEqual(['pending', 'granted', 'granted', 'granted', 'granted']);
  });
});

describe('SE6 a provider that does not answer', () => {
  test('is left alone as a whole, for longer each time, and the other one is asked all the same', async () => {
    // more than one round asks about before the failures end it
    const ids = await ordersOf(20);
    const other = await otherProvider('stripe', ids.slice(0, 2));
    for (const id of ids.slice(0, 2)) other.truth.set(refOf(id), [await eventOf(app, id, 'paid')]);
    provider.failures = 1e9;
    app.advanceMs(MINUTE_MS);
    await expect(round()).rejects.toThrow('could not be asked for');
    for (const id of ids.slice(0, 2)) expect((await orderOf(app, id)).state).toBe('granted');
    const tries: number[] = [];
    for (let minute = 1; minute <= 200; minute++) {
      asked = [];
      app.advanceMs(MINUTE_MS);
      await round().catch(() => {});
      if (asked.length > 0) tries.push(minute);
      // one payment tells whether it is back
      expect(asked.length).toBeLessThanOrEqual(1);
    }
    expect(tries).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
  });

  test('is not back because there was nothing to ask it', async () => {
    await ordersOf(3);
    provider.failures = 1e9;
    app.advanceMs(MINUTE_MS);
    await expect(round()).rejects.toThrow('3 payments could not be asked for');
    const asks: number[] = [];
    for (let minute = 1; minute <= 3; minute++) {
      asked = [];
      app.advanceMs(MINUTE_MS);
      await round().catch(() => {});
      asks.push(asked.length);
    }
    // all three are due again in the second minute
    expect(asks).toEqual([0, 1, 0]);
  });

  test('is asked about all that waited as soon as it answers again', async () => {
    const ids = await ordersOf(12);
    for (const id of ids) provider.truth.set(refOf(id), [await eventOf(app, id, 'paid')]);
    provider.failures = 1e9;
    app.advanceMs(MINUTE_MS);
    await expect(round()).rejects.toThrow('could not be asked for');
    provider.failures = 0;
    await round();
    expect((await orderOf(app, ids[0]!)).state).toBe('pending');
    app.advanceMs(2 * MINUTE_MS);
    await round();
    for (const id of ids) expect((await orderOf(app, id)).state).toBe('granted');
  });

  test('and never ends its call does not hold the round', async () => {
    const ids = await ordersOf(3);
    provider.reconcile = () => new Promise(() => {});
    const other = await otherProvider('stripe', [ids[0]!]);
    other.truth.set(refOf(ids[0]!), [await eventOf(app, ids[0]!, 'paid')]);
    app.advanceMs(MINUTE_MS);
    const limits = { atOnce: 8, answerMs: 50, roundMs: 1000 };
    await expect(reconcileOrders(app.deps, limits)).rejects.toThrow('2 payments could not be asked for');
    expect((await orderOf(app, ids[0]!)).state).toBe('granted');
  });
});
