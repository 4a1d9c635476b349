import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { demoDiscount, seedDemoDiscount } from '#/server/demo/demoDiscount.ts';
import { demoPlayer, seedDemoPlayer } from '#/server/demo/demoPlayer.ts';
import { sandboxOrderWarnings } from '#/server/domain/payments/paymentWarnings.ts';
import { paymentsOf } from '#/server/adapters/payments/paymentsOf.ts';
import { retireDemo } from '#/server/demo/retireDemo.ts';
import { processPaymentEvents, storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { STRIPE_API_VERSIONS } from '#/server/platform/config/paymentSettings.ts';
import { reconcileOrders } from '#/server/domain/payments/reconcileOrders.ts';
import { createPlayer, type Player } from '../../support/app/factories.ts';
import { type FakeStripe, fakeStripe, STRIPE_KEY } from '../../support/services/fakeStripe.ts';
import { sandboxPayments } from '../../support/services/sandboxPayments.ts';
import { auditOf, signIn } from '../../support/players/settings.ts';
import { balanceOf, order, orderOf, pendingOrder, saveCart } from '../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../support/app/testApp.ts';

/** The site as it was tried, with the test system alone; and as it is now, with Stripe alone. */
let tried: TestApp;
let real: TestApp;
let stripe: FakeStripe;
let player: Player;

beforeAll(async () => {
  tried = await createTestApp();
  stripe = await fakeStripe(() => tried.deps.now());
  const settings = {
    apiVersion: STRIPE_API_VERSIONS[0],
    secretKey: STRIPE_KEY,
    webhookSecrets: ['whsec'],
    apiUrl: stripe.url,
  };
  const payments = {
    hasSandbox: false,
    stripe: settings,
    methods: { card: 'stripe', card_and_more: 'stripe' },
  } as const;
  real = await createSibling(tried, { config: { payments } });
  player = await createPlayer(tried.deps);
});
afterEach(async () => expect(await brokenInvariants(tried.pool)).toEqual({}));
afterAll(async () => {
  await real.close();
  await tried.close();
  await stripe.close();
});

const refOfOrder = async (id: string) => {
  const { rows } = await tried.pool.query<{ ref: string }>(
    'SELECT payment_ref AS ref FROM orders WHERE public_id = $1',
    [id],
  );
  return rows[0]!.ref;
};
const payInSandbox = async (id: string) => {
  const ref = await refOfOrder(id);
  await sandboxPayments(tried).press(`/sandbox/pay/${ref}`, 'pay');
  return ref;
};

describe('SE8 where the test system is off', () => {
  test('its pages and its webhook are not there', async () => {
    const ref = await refOfOrder(await pendingOrder(tried, player));
    expect((await tried.get(`/sandbox/pay/${ref}`)).statusCode).toBe(200);
    expect((await real.get(`/sandbox/pay/${ref}`)).statusCode).toBe(404);
    const pressed = await sandboxPayments(tried).press(`/sandbox/pay/none`, 'pay');
    expect(pressed.statusCode).toBe(404);
    const elsewhere = await real.inject({
      method: 'POST',
      url: `/sandbox/pay/${ref}`,
      payload: 'action=pay',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([415, 404]).toContain(elsewhere.statusCode);
    expect((await real.post('/api/payments/sandbox/webhook', {})).statusCode).toBe(404);
    const { routes } = real;
    expect(routes.filter(({ url }) => url.includes('sandbox'))).toEqual([]);
  });

  test('a method that nobody serves is neither offered nor taken', async () => {
    const offered = (await real.get('/api/donate-data')).json<{
      payment_groups: { methods: { name: string }[] }[];
    }>();
    const names = offered.payment_groups.flatMap(({ methods }) => methods.map(({ name }) => name));
    expect(names.toSorted()).toEqual(['card', 'card_and_more']);
    const cart = await saveCart(real, player, { payment_method_name: 'bitcoin' });
    expect(cart.cart.payment_method_name).toBeNull();
    const refused = await order(real, cart, { payment_method_name: 'bitcoin' });
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      expect.objectContaining({ errors: { payment_method_name: 'paymentMethodUnavailable' } }),
    ]);
  });

  test('a cart that was saved with such a method before is refused', async () => {
    const cart = await saveCart(tried, player, { payment_method_name: 'bitcoin' });
    const refused = await order(real, cart);
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'paymentMethodUnavailable' }),
    ]);
  });

  test('an order that waits for such a payment leads nowhere, and can be paid for real', async () => {
    const cart = await saveCart(tried, player, { payment_method_name: 'bitcoin' });
    const id = (await order(tried, cart, { country: 'UA' })).json<{ order: string }>().order;
    expect((await orderOf(tried, id)).pay_url).toContain('/sandbox/pay/');
    expect((await orderOf(real, id)).pay_url).toBeNull();
    expect((await order(real, cart)).json()).toMatchObject({ code: 'paymentMethodUnavailable' });
    const again = await order(real, cart, { payment_method_name: 'card' });
    expect([again.statusCode, again.json<{ url: string }>().url]).toEqual([
      200,
      expect.stringContaining('checkout.stripe.com'),
    ]);
  });

  test('an order by a method that Stripe serves now leads to Stripe', async () => {
    const cart = await saveCart(tried, player, { payment_method_name: 'card' });
    const id = (await order(tried, cart)).json<{ order: string }>().order;
    const again = await order(real, cart);
    expect(again.json()).toEqual({ order: id, url: expect.stringContaining('checkout.stripe.com') });
    const change = await real.post(`/api/donate/order/${id}/payment`, { payment_method_name: 'card' });
    expect(change.json<{ url: string }>().url).toContain('checkout.stripe.com');
  });

  test('what was paid there and not yet heard of hands nothing out: it waits for an operator', async () => {
    const one = await createPlayer(tried.deps);
    const [queued, stored] = [await pendingOrder(tried, one), await pendingOrder(tried, one)];
    await payInSandbox(queued);
    const ref = await payInSandbox(stored);
    const [event] = await sandboxPayments(tried).provider.reconcile(ref);
    await storeEvents(tried.deps, 'sandbox', [event!], '{}');
    await reconcileOrders(real.deps);
    await processPaymentEvents(real.deps);
    expect((await orderOf(real, stored)).state).toBe('review');
    expect((await orderOf(real, queued)).state).toBe('pending');
    expect(await balanceOf(tried, one.accountId)).toBe(0);
    const { rows } = await tried.pool.query(
      `SELECT reason FROM order_moves m JOIN orders o ON o.id = m.order_id
        WHERE o.public_id = $1 AND to_state = 'review'`,
      [stored],
    );
    expect(rows).toEqual([{ reason: 'paid in the test system, which is off' }]);
  });

  test('what the test system paid earlier is said at the start', async () => {
    expect(await sandboxOrderWarnings(real.deps)).toEqual([]);
    const one = await createPlayer(tried.deps);
    const ref = await payInSandbox(await pendingOrder(tried, one));
    const events = await sandboxPayments(tried).provider.reconcile(ref);
    await storeEvents(tried.deps, 'sandbox', events, '{}');
    await processPaymentEvents(tried.deps);
    expect(await balanceOf(tried, one.accountId)).toBeGreaterThan(0);
    expect(await sandboxOrderWarnings(real.deps)).toEqual([
      expect.stringMatching(/^1 orders of this database/),
    ]);
    expect(await sandboxOrderWarnings(tried.deps)).toEqual([]);
  });
});

describe('SE8 where the demonstration is off', () => {
  const idOfDemo = async () => {
    const { rows } = await tried.pool.query<{ id: string }>(
      `SELECT ref_id AS id FROM ledger_transfers WHERE reason = 'demo' AND ref_type = 'account'`,
    );
    return Number(rows[0]!.id);
  };

  test('its player, known to everybody, is out, whatever a visitor made of it', async () => {
    const other = await createPlayer(tried.deps);
    await seedDemoPlayer(tried.deps);
    const signedIn = await signIn(tried, demoPlayer.login, {}, demoPlayer.password);
    const headers = { authorization: `Bearer ${signedIn.json<{ token: string }>().token}` };
    expect((await tried.get('/api/v1/user', headers)).statusCode).toBe(200);
    await tried.pool.query(`UPDATE accounts SET login = 'mine', email = 'mine@example.org' WHERE id = $1`, [
      await idOfDemo(),
    ]);
    await retireDemo(real.deps);
    await retireDemo(real.deps);
    expect((await real.get('/api/v1/user', headers)).statusCode).toBe(401);
    const again = await signIn(real, 'mine', {}, demoPlayer.password);
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'accountBlocked']);
    expect(await auditOf(tried, await idOfDemo())).toContain('demoPlayerBlocked');
    expect((await real.get('/api/v1/user', other.headers)).statusCode).toBe(200);
  });

  test('the player comes back with the demonstration', async () => {
    await tried.pool.query('UPDATE accounts SET login = $2, email = $3 WHERE id = $1', [
      await idOfDemo(),
      demoPlayer.login,
      demoPlayer.email,
    ]);
    await seedDemoPlayer(tried.deps);
    expect((await signIn(tried, demoPlayer.login, {}, demoPlayer.password)).statusCode).toBe(200);
  });

  test('its discount code takes nothing off', async () => {
    await seedDemoDiscount(tried.deps);
    const use = async (site: TestApp) => {
      const { headers } = await saveCart(tried, player);
      return site.post('/api/donate/cart/discount', { code: demoDiscount.code }, headers);
    };
    expect((await use(tried)).statusCode).toBe(200);
    await retireDemo(real.deps);
    expect((await use(real)).json()).toMatchObject({ code: 'discountInvalid' });
    await seedDemoDiscount(tried.deps);
    expect((await use(tried)).statusCode).toBe(200);
  });
});

describe('SE8 the whole of a payment', () => {
  test('paymentsOf serves by the sandbox only what is named, beside a real provider', () => {
    const config = { ...real.deps.config };
    const named = paymentsOf(
      { ...config, payments: { ...config.payments, hasSandbox: true, methods: { litecoin: 'sandbox' } } },
      real.deps,
    );
    expect(named.providerOf('litecoin')?.name).toBe('sandbox');
    expect(named.providerOf('bitcoin')).toBeUndefined();
    expect(tried.deps.payments.providerOf('bitcoin')?.name).toBe('sandbox');
  });
});
