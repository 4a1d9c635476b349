import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withTx } from '#/server/platform/db/tx.ts';
import { seedDemoDiscount } from '#/server/demo/demoDiscount.ts';
import {
  listDiscounts,
  makeDiscount,
  type NewDiscount,
  stopDiscount,
} from '#/server/domain/pricing/discountCodes.ts';
import { type Browser, createBrowser } from '../../../support/app/browser.ts';
import {
  applyDiscount,
  cartOf,
  coinForm,
  dropDiscount,
  goodForm,
  orderCart,
  refusalOf,
  saveCart,
  showCart,
} from '../../../support/players/carts.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

const HOUR_MS = 60 * 60_000;
const refusal = (status: number, code: string) => [status, code, { code }];
const INVALID = refusal(422, 'discountInvalid');
const NOT_FOR_THIS = refusal(422, 'discountNotForThis');
const USED = refusal(409, 'discountUsed');

let site: TestApp;
let member: Member;
let visitor: Browser;
beforeEach(async () => {
  site = await createTestApp();
  member = await createMember(site);
  visitor = createBrowser(site);
});
afterEach(() => site.close());

const make = (code: string, discount: Omit<NewDiscount, 'code'>) =>
  withTx(site.pool, (tx) => makeDiscount(tx, site.deps, { code, ...discount }, 'operator'));
const stop = (code: string) => withTx(site.pool, (tx) => stopDiscount(tx, site.deps, code));
const tenPercent = { percentBasisPoints: 1000 };
const putCoins = async (browser = visitor, { login } = member) =>
  cartOf(await saveCart(browser, coinForm(login)));
const applied = async (code: string) => {
  const { price_cents, discount_cents, total_cents, discount_code } = cartOf(
    await applyDiscount(visitor, code),
  );
  return [price_cents, discount_cents, total_cents, discount_code];
};

describe('S11 a discount code', () => {
  test('takes a share of the price, whatever the case it is typed in, and is shown from then on', async () => {
    await make('NIGHT10', tenPercent);
    const cart = await putCoins();
    expect(await applied(' night10 ')).toEqual([5000, 500, 4500, 'NIGHT10']);
    const discounted = { ...cart, discount_cents: 500, total_cents: 4500, discount_code: 'NIGHT10' };
    expect(cartOf(await showCart(visitor))).toEqual(discounted);
    expect(cartOf(await dropDiscount(visitor))).toEqual(cart);
    expect(cartOf(await showCart(visitor))).toEqual(cart);
    expect(cartOf(await dropDiscount(visitor))).toEqual(cart);
  });

  test('of a fixed sum takes that, leaving at least 50 cents', async () => {
    await make('FIVE', { fixedCents: 500 });
    await make('LOTS', { fixedCents: 100_000 });
    await putCoins();
    expect(await applied('FIVE')).toEqual([5000, 500, 4500, 'FIVE']);
    // the newest takes the place of the one before
    expect(await applied('LOTS')).toEqual([5000, 4950, 50, 'LOTS']);
    await saveCart(visitor, coinForm(member.login, { amount: 5 }));
    expect(refusalOf(await applyDiscount(visitor, 'FIVE'))).toEqual(NOT_FOR_THIS);
  });

  test('stays with its cart: the next one begins without', async () => {
    await make('NIGHT10', tenPercent);
    await putCoins();
    await applied('NIGHT10');
    expect((await putCoins()).discount_code).toBeNull();
  });

  test('that is unknown, stopped, early or late is refused in one way', async () => {
    const now = site.deps.now().getTime();
    await make('STOPPED', tenPercent);
    await stop('STOPPED');
    await make('EARLY', { ...tenPercent, startsAt: new Date(now + HOUR_MS / 2) });
    await make('LATE', { ...tenPercent, endsAt: new Date(now) });
    await make('NOW', { ...tenPercent, startsAt: new Date(now), endsAt: new Date(now + 1) });
    await putCoins();
    for (const code of ['UNKNOWN', 'STOPPED', 'EARLY', 'LATE'])
      expect(refusalOf(await applyDiscount(visitor, code))).toEqual(INVALID);
    expect((await applied('NOW'))[3]).toBe('NOW');
    site.advanceMs(HOUR_MS / 2);
    expect((await applied('EARLY'))[3]).toBe('EARLY');
    for (const malformed of ['a', 'no spaces', 'x'.repeat(36), '', 'кодик'])
      expect(refusalOf(await applyDiscount(visitor, malformed))).toEqual([
        400,
        'badRequest',
        { code: 'discountInvalid' },
      ]);
  });

  test('may be for some kinds of purchases or some goods only', async () => {
    await make('COINS', { ...tenPercent, productTypes: ['one_coin'] });
    await make('OFFERS', { ...tenPercent, productTypes: ['Premium', 'goods'] });
    await make('ONE-GOOD', { ...tenPercent, goodsIds: [GOOD.premium] });
    await putCoins();
    expect((await applied('COINS'))[3]).toBe('COINS');
    for (const code of ['OFFERS', 'ONE-GOOD'])
      expect(refusalOf(await applyDiscount(visitor, code))).toEqual(NOT_FOR_THIS);
    await saveCart(visitor, goodForm(member.login, GOOD.premium));
    expect(refusalOf(await applyDiscount(visitor, 'COINS'))).toEqual(NOT_FOR_THIS);
    expect(await applied('OFFERS')).toEqual([1349, 134, 1215, 'OFFERS']);
    expect((await applied('ONE-GOOD'))[3]).toBe('ONE-GOOD');
    await saveCart(visitor, goodForm(member.login, GOOD.limited, { product_type: 'goods' }));
    expect(refusalOf(await applyDiscount(visitor, 'ONE-GOOD'))).toEqual(NOT_FOR_THIS);
  });

  test('needs a cart that is not ordered yet', async () => {
    await make('NIGHT10', tenPercent);
    const notFound = [404, 'cartNotFound'];
    expect(refusalOf(await applyDiscount(visitor, 'NIGHT10'))).toEqual(notFound);
    expect(refusalOf(await dropDiscount(visitor))).toEqual(notFound);
    const { id } = await putCoins();
    await orderCart(site, id, 'pending');
    expect(refusalOf(await applyDiscount(visitor, 'NIGHT10'))).toEqual(notFound);
    expect(refusalOf(await dropDiscount(visitor))).toEqual(notFound);
    expect(cartOf(await showCart(visitor)).total_cents).toBe(5000);
  });
});

describe('S11 a discount code is used', () => {
  const ordered = async (code: string, of = member) => {
    const browser = createBrowser(site);
    const { id } = await putCoins(browser, of);
    await applyDiscount(browser, code);
    await orderCart(site, id, 'pending');
  };
  const release = () => site.pool.query('UPDATE discount_uses SET released_at = now()');

  test('as often as it may be by each account', async () => {
    await make('ONCE', { ...tenPercent, perAccountLimit: 1 });
    await ordered('ONCE');
    await putCoins();
    expect(refusalOf(await applyDiscount(visitor, 'ONCE'))).toEqual(USED);
    await putCoins(visitor, await createMember(site));
    expect((await applied('ONCE'))[3]).toBe('ONCE');
  });

  test('as often as it may be in all, and again where an order came to nothing', async () => {
    await make('TWICE', { ...tenPercent, totalLimit: 2 });
    await ordered('TWICE');
    await ordered('TWICE', await createMember(site));
    await putCoins(visitor, await createMember(site));
    expect(refusalOf(await applyDiscount(visitor, 'TWICE'))).toEqual(USED);
    await release();
    expect((await applied('TWICE'))[3]).toBe('TWICE');
  });

  test('and drops out of the carts that have it as soon as it may not be any more', async () => {
    await make('ONCE', { ...tenPercent, totalLimit: 1 });
    await putCoins();
    await applied('ONCE');
    await ordered('ONCE', await createMember(site));
    expect(cartOf(await showCart(visitor))).toMatchObject({ total_cents: 5000, discount_code: null });
    await release();
    expect(cartOf(await showCart(visitor))).toMatchObject({ total_cents: 4500, discount_code: 'ONCE' });
    await stop('ONCE');
    expect(cartOf(await showCart(visitor))).toMatchObject({ total_cents: 5000, discount_code: null });
  });
});

test('20 codes an hour that are no good are guesses enough; good ones do not count', async () => {
  const strict = await createTestApp({ config: { rateLimitScale: 1 } });
  const { login } = await createMember(strict);
  await seedDemoDiscount(strict.deps);
  const guesser = createBrowser(strict, '203.0.113.9');
  await saveCart(guesser, coinForm(login));
  for (let tried = 0; tried < 25; tried += 1)
    expect((await applyDiscount(guesser, 'NIGHT10')).statusCode).toBe(200);
  for (let guess = 0; guess < 20; guess += 1)
    expect(refusalOf(await applyDiscount(guesser, `GUESS${guess}`))).toEqual(INVALID);
  expect(refusalOf(await applyDiscount(guesser, 'NIGHT10'))).toEqual([429, 'tooManyRequests']);
  // another cart makes it no other address
  const again = createBrowser(strict, '203.0.113.9');
  await saveCart(again, coinForm(login));
  expect(refusalOf(await applyDiscount(again, 'NIGHT10'))).toEqual([429, 'tooManyRequests']);
  await strict.close();
});

describe('the operator', () => {
  const audited = async () =>
    (
      await site.pool.query(
        `SELECT account_id, actor, event, detail FROM audit WHERE event LIKE 'discount%' ORDER BY id`,
      )
    ).rows;

  test('makes a code once, lists it with its uses and stops it, all of it recorded', async () => {
    expect(await make('NIGHT10', { ...tenPercent, totalLimit: 5 })).toBe(true);
    expect(await make('NIGHT10', { fixedCents: 1 })).toBe(false);
    const { id } = await putCoins();
    await applied('NIGHT10');
    await orderCart(site, id, 'granted');
    const list = await listDiscounts(site.deps.db);
    expect(list.map(({ discount, uses }) => [discount.code, discount.percentBasisPoints, uses])).toEqual([
      ['NIGHT10', 1000, 1],
    ]);
    expect([await stop('NIGHT10'), await stop('NIGHT10'), await stop('NEVER')]).toEqual([true, false, false]);
    const entry = { account_id: null, actor: 'operator', detail: { code: 'NIGHT10' } };
    expect(await audited()).toEqual([
      { ...entry, event: 'discountCodeMade' },
      { ...entry, event: 'discountCodeStopped' },
    ]);
  });

  test('finds a code in the demonstration, made once however often that starts', async () => {
    await seedDemoDiscount(site.deps);
    await seedDemoDiscount(site.deps);
    await putCoins();
    expect(await applied('NIGHT10')).toEqual([5000, 500, 4500, 'NIGHT10']);
    expect(await audited()).toEqual([
      { account_id: null, actor: 'site', event: 'discountCodeMade', detail: { code: 'NIGHT10' } },
    ]);
  });
});
