import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { type Browser, createBrowser } from '../../../support/app/browser.ts';
import { cartOf, coinForm, goodForm, refusalOf, saveCart, showCart } from '../../../support/players/carts.ts';
import { CAPTCHA } from '../../../support/app/factories.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

let site: TestApp;
let member: Member;
let visitor: Browser;
beforeAll(async () => {
  site = await createTestApp();
  member = await createMember(site);
});
beforeEach(() => {
  visitor = createBrowser(site);
});
afterAll(() => site.close());

const cartsKept = async () =>
  (await site.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM carts')).rows[0]?.count;

describe('what may be bought', () => {
  const AMOUNT = [422, 'amountInvalid', { amount: 'amountInvalid' }];
  test.each<[string, object, unknown[]]>([
    ['4 coins', { amount: 4 }, AMOUNT],
    ['50001 coins', { amount: 50_001 }, AMOUNT],
    ['no number of coins', { amount: undefined }, AMOUNT],
    ['half a coin', { amount: 5.5 }, [400, 'badRequest', { amount: 'amountInvalid' }]],
    ['minus coins', { amount: -50 }, [400, 'badRequest', { amount: 'amountInvalid' }]],
    ['coins as a text', { amount: '500' }, [400, 'badRequest', { amount: 'amountInvalid' }]],
    ['no good', { product_type: 'Premium' }, [400, 'badRequest', { goods_id: 'badRequest' }]],
    ['an unknown good', { product_type: 'Premium', goods_id: 999 }, [404, 'goodNotFound']],
    ['a good of another kind', { product_type: 'Services', goods_id: GOOD.premium }, [404, 'goodNotFound']],
    [
      'a good of another server',
      { product_type: 'goods', goods_id: GOOD.offerOnFuji },
      [404, 'goodNotFound'],
    ],
    ['a good for coins', { product_type: 'Services', goods_id: GOOD.serviceForCoins }, [404, 'goodNotFound']],
    [
      'more than are left',
      { product_type: 'goods', goods_id: GOOD.limited, product_qty: 4 },
      [409, 'goodSoldOut'],
    ],
    [
      '0 pieces',
      { product_type: 'Premium', goods_id: GOOD.premium, product_qty: 0 },
      [400, 'badRequest', { product_qty: 'quantityInvalid' }],
    ],
    [
      '201 pieces',
      { product_type: 'Premium', goods_id: GOOD.premium, product_qty: 201 },
      [400, 'badRequest', { product_qty: 'quantityInvalid' }],
    ],
    ['an unknown product', { product_type: 'cases' }, [400, 'badRequest', { product_type: 'badRequest' }]],
  ])('S4 S8 %s is refused and nothing is kept', async (_, changes, refusal) => {
    const before = await cartsKept();
    expect(refusalOf(await saveCart(visitor, { ...coinForm(member.login), ...changes }))).toEqual(refusal);
    expect(await cartsKept()).toBe(before);
    expect(visitor.cookies.has('oc_cart')).toBe(false);
  });

  test('N2 another price than today is refused, and the cart before it stays in force', async () => {
    const first = cartOf(await saveCart(visitor, coinForm(member.login, { price: 50 })));
    for (const price of [49.99, 0, 0.01, 5000])
      expect(refusalOf(await saveCart(visitor, coinForm(member.login, { price })))).toEqual([
        422,
        'priceChanged',
        { price: 'priceChanged' },
      ]);
    expect(cartOf(await showCart(visitor))).toEqual(first);
    const three = goodForm(member.login, GOOD.premium, { product_qty: 3, price: 40.47 });
    expect(cartOf(await saveCart(visitor, three)).total_cents).toBe(4047);
  });

  test('N2 what else the specification sends of titles, bonuses and ids is taken and means nothing', async () => {
    const tampered = {
      server_id: 1,
      server_key: 'fuji',
      title: 'Everything',
      product_id: 99,
      product_title: 'Free',
      bonus_qty: 1_000_000,
      bonus: 99,
      case_id: 3,
      bundle_id: 7,
      currency_code: 'UAH',
      icon: 'gold',
      tokenValue: 0.0001,
    };
    const cart = cartOf(await saveCart(visitor, { ...coinForm(member.login), ...tampered }));
    expect(cart).toMatchObject({
      server: 'everest',
      product: 'Таб 1',
      bonus_qty: 50,
      case_id: null,
      currency_code: 'EUR',
      total_cents: 5000,
    });
  });
});

describe('N3 under an Idempotency-Key', () => {
  test('the same request is saved once and answered alike', async () => {
    await saveCart(visitor, coinForm(member.login));
    const key = 'the-same-key';
    const first = cartOf(await saveCart(visitor, coinForm(member.login, { amount: 60 }), { key }));
    const before = await cartsKept();
    // a captcha is good once, so a retry has another one
    const again = await saveCart(visitor, coinForm(member.login, { amount: 60, captcha: 'another' }), {
      key,
    });
    expect(cartOf(again)).toEqual(first);
    expect(await cartsKept()).toBe(before);
  });

  test('twenty at the same moment are one', async () => {
    await saveCart(visitor, coinForm(member.login));
    const before = (await cartsKept()) ?? 0;
    const cookie = `oc_cart=${visitor.cookies.get('oc_cart')}`;
    const headers = { cookie, [IDEMPOTENCY_HEADER]: 'twenty-at-once' };
    const form = coinForm(member.login, { amount: 80 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => site.post('/api/donate/cart', form, headers)),
    );
    expect(new Set(replies.map((reply) => cartOf(reply).id)).size).toBe(1);
    expect(await cartsKept()).toBe(before + 1);
  });

  test('another request is refused, in another browser it is another key', async () => {
    const key = 'a-used-up-key';
    await saveCart(visitor, coinForm(member.login), { key });
    await saveCart(visitor, coinForm(member.login), { key });
    expect(refusalOf(await saveCart(visitor, coinForm(member.login, { amount: 60 }), { key }))).toEqual([
      409,
      'idempotencyKeyReused',
    ]);
    expect(cartOf(await showCart(visitor)).amount).toBe(500);
    const other = createBrowser(site);
    const headers = { 'user-agent': 'another browser' };
    const sent = { key, headers };
    expect(cartOf(await saveCart(other, coinForm(member.login, { amount: 60 }), sent)).amount).toBe(60);
  });
});

test('S16 without a captcha nothing is saved', async () => {
  const actions: string[] = [];
  const guarded = await createTestApp({
    captcha: {
      provider: 'altcha',
      siteKey: '',
      check: (token, action) => {
        actions.push(action);
        return Promise.resolve(token === CAPTCHA);
      },
    },
  });
  const { login } = await createMember(guarded);
  for (const captcha of [undefined, 'forged'])
    expect(refusalOf(await saveCart(createBrowser(guarded), { ...coinForm(login), captcha }))).toEqual([
      422,
      'errorCaptcha',
      { captcha: 'errorCaptcha' },
    ]);
  expect(cartOf(await saveCart(createBrowser(guarded), coinForm(login))).amount).toBe(500);
  expect(actions).toEqual(['cart', 'cart']);
  await guarded.close();
});

test('one address saves 60 carts in ten minutes, refused ones too', async () => {
  const strict = await createTestApp({ config: { rateLimitScale: 1 } });
  const { login } = await createMember(strict);
  const browser = createBrowser(strict, '203.0.113.7');
  for (let tried = 0; tried < 60; tried += 1)
    expect((await saveCart(browser, coinForm(tried % 2 ? login : 'nobody'))).statusCode).not.toBe(429);
  const refused = await saveCart(browser, coinForm(login));
  expect(refusalOf(refused)).toEqual([429, 'tooManyRequests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
  expect((await saveCart(createBrowser(strict, '203.0.113.8'), coinForm(login))).statusCode).toBe(200);
  strict.advanceMs(600_000);
  expect((await saveCart(browser, coinForm(login))).statusCode).toBe(200);
  await strict.close();
});

describe('SE12 the cart and e-mails of strangers', () => {
  test('tells five unknown ones an hour, then asks for a login; those with an account cost nothing of it', async () => {
    const counted = await createTestApp({ config: { rateLimitScale: 1 } });
    const [known, unconfirmed] = [
      await createMember(counted),
      await createMember(counted, { isVerified: false }),
    ];
    const ask = (login: string, remoteAddress = '198.51.100.7') =>
      counted.inject({ method: 'POST', url: '/api/donate/cart', remoteAddress, payload: coinForm(login) });
    for (let at = 0; at < 10; at++) expect((await ask(known.email)).statusCode).toBe(200);
    const names = [unconfirmed.email, ...[1, 2, 3, 4].map((at) => `nobody${at}@example.org`)];
    for (const name of names) {
      expect(refusalOf(await ask(name))).toEqual([422, 'accountNotFound', { login: 'accountNotFound' }]);
    }
    // from now on the answer is the same for all
    for (const name of [known.email, 'nobody5@example.org']) {
      const refused = await ask(name);
      expect(refusalOf(refused)).toEqual([429, 'tooManyEmails', { login: 'tooManyEmails' }]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    }
    expect((await ask(known.login)).statusCode).toBe(200);
    // a neighbour has what is left of the network's
    for (let at = 0; at < 5; at++) await ask(`nobody${at}@example.org`, '198.51.100.8');
    expect((await ask(known.email, '198.51.100.9')).statusCode).toBe(429);
    expect((await ask(known.email, '198.51.101.9')).statusCode).toBe(200);
    counted.advanceMs(61 * 60_000);
    expect((await ask(known.email)).statusCode).toBe(200);
    await counted.close();
  });
});
