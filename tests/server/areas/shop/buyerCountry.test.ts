import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';
import type { Place } from '#/server/ports/payments.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import {
  applyPaymentEvent,
  eventOf,
  type FakeProvider,
  order,
  pendingOrder,
  refOf,
  saveCart,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { refusal } from '../../../support/players/cabinet.ts';

let app: TestApp;
let provider: FakeProvider;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  provider = useFakeProvider(app);
  provider.tellsPlace = (method) => method !== 'bitcoin';
  player = await createPlayer(app.deps);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const COINS = { payment_method_name: 'bitcoin' };

const placesOf = async (id: string) => {
  const { rows } = await app.pool.query<{ kind: string; country: string }>(
    `SELECT kind, p.country FROM order_places p JOIN orders o ON o.id = p.order_id
      WHERE public_id = $1 ORDER BY kind`,
    [id],
  );
  return rows.map(({ kind, country }) => `${kind} ${country}`);
};
const countryOf = async (id: string) => {
  const { rows } = await app.pool.query<{ country: string | null }>(
    'SELECT buyer_country AS country FROM orders WHERE public_id = $1',
    [id],
  );
  return rows[0]?.country;
};
const ordered = async (body: object, headers: Record<string, string> = {}) => {
  const { headers: own } = await saveCart(app, player, COINS);
  return order(app, { headers: { ...own, ...headers } }, body);
};
const idOf = (reply: Awaited<ReturnType<typeof ordered>>) => reply.json<{ order: string }>().order;

describe('S11 the country that a payment method does not tell', () => {
  test.each([
    [undefined, 422, 'countryRequired'],
    ['', 400, 'badRequest'],
    ['ua', 400, 'badRequest'],
    ['ZZ', 422, 'countryRequired'],
    ['UKR', 400, 'badRequest'],
  ])('country %j is refused at its field, and no order is made', async (country, status, code) => {
    const reply = await ordered({ ...COINS, country });
    expect([reply.statusCode, reply.json()]).toEqual([
      status,
      expect.objectContaining({ code, errors: { country: 'countryRequired' } }),
    ]);
    expect(provider.asked).toEqual([]);
  });

  test('is stored with the order', async () => {
    const id = idOf(await ordered({ ...COINS, country: 'UA' }));
    expect([await placesOf(id), await countryOf(id)]).toEqual([['declared UA'], 'UA']);
  });

  test('is not asked for by a method that tells it', async () => {
    const reply = await ordered({ payment_method_name: 'card' });
    expect([reply.statusCode, await placesOf(idOf(reply))]).toEqual([200, []]);
  });

  test('is asked for when the method of an order changes, and only once', async () => {
    const id = await pendingOrder(app, player, { payment_method_name: 'card' });
    const change = (body: object) => app.post(`/api/donate/order/${id}/payment`, body);
    expect(refusal(await change(COINS))).toEqual([422, 'countryRequired']);
    expect((await change({ ...COINS, country: 'PL' })).statusCode).toBe(200);
    expect(await placesOf(id)).toEqual(['declared PL']);
    expect((await change({ payment_method_name: 'card' })).statusCode).toBe(200);
    expect((await change(COINS)).statusCode).toBe(200);
  });
});

describe("O25 evidence of the buyer's country", () => {
  const paid = async (...places: Place[]) => {
    const id = await pendingOrder(app, player, { payment_method_name: 'card' });
    expect(await applyPaymentEvent(app, id, 'paid', { places })).toBe('granted');
    return id;
  };

  test('is stored with the event of the payment', async () => {
    const id = await paid({ kind: 'billing', country: 'DE' }, { kind: 'card', country: 'DE' });
    expect([await placesOf(id), await countryOf(id)]).toEqual([['billing DE', 'card DE'], 'DE']);
  });

  test('that contradicts itself leaves the country open', async () => {
    const id = await paid({ kind: 'billing', country: 'DE' }, { kind: 'card', country: 'FR' });
    expect([await placesOf(id), await countryOf(id)]).toEqual([['billing DE', 'card FR'], null]);
  });

  test('of no known country is ignored', async () => {
    const id = await paid({ kind: 'billing', country: 'T1' }, { kind: 'card', country: 'LV' });
    expect([await placesOf(id), await countryOf(id)]).toEqual([['card LV'], 'LV']);
  });

  test('that the provider tells only when it is asked again is added', async () => {
    const id = await paid({ kind: 'billing', country: 'DE' });
    const places: Place[] = [
      { kind: 'billing', country: 'DE' },
      { kind: 'card', country: 'DE' },
    ];
    const again = await eventOf(app, id, 'paid', { places });
    expect(await storeEvents(app.deps, 'sandbox', [again], '{}')).toBe(0);
    await settleOrder(app.deps, { provider: 'sandbox', paymentRef: refOf(id) });
    expect(await placesOf(id)).toEqual(['billing DE', 'card DE']);
  });

  test('of the network comes from a trusted proxy only', async () => {
    const { config } = app.deps;
    const networks = async (changes: object) => {
      Object.assign(config, { countryHeader: 'cf-ipcountry', proxyHops: 0 }, changes);
      const reply = await ordered({ ...COINS, country: 'UA' }, { 'cf-ipcountry': 'CZ' });
      return placesOf(idOf(reply));
    };
    expect(await networks({ proxyHops: 1 })).toEqual(['declared UA', 'network CZ']);
    expect(await networks({ proxyHops: 0 })).toEqual(['declared UA']);
    expect(await networks({ proxyHops: 1, countryHeader: undefined })).toEqual(['declared UA']);
    Object.assign(config, { proxyHops: 0 });
  });
});
