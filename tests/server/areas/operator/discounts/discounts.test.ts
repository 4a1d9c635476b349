import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DiscountReply, DiscountsReply } from '#/contract/operator/discounts.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { createBrowser } from '../../../../support/app/browser.ts';
import { createSibling, createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { GOOD } from '../../../../support/catalogue/testShop.ts';
import {
  applyDiscount,
  cartOf,
  coinForm,
  goodForm,
  orderCart,
  refusalOf,
  saveCart,
  showCart,
} from '../../../../support/players/carts.ts';
import { createOperator, OperatorBrowser, type TestOperator } from '../../../../support/desks/operators.ts';
import { createMember, type Member } from '../../../../support/players/settings.ts';

const HOUR_MS = 60 * 60_000;
const KEPT_MS = 5_000;

let site: TestApp;
let sibling: TestApp;
let manager: TestOperator;
let member: Member;
beforeAll(async () => {
  site = await createTestApp();
  sibling = await createSibling(site);
});
beforeEach(async () => {
  manager = await createOperator(site, 'manager');
  member = await createMember(site);
});
afterAll(async () => {
  await sibling.close();
  await site.close();
});

const { discount, discounts, makeDiscount, makeDiscountBatch, prolongDiscount, stopDiscount } = operatorCalls;
const pass = (durationMs: number) => [site, sibling].forEach((each) => each.advanceMs(durationMs));
const inMs = (durationMs: number) => new Date(site.deps.now().getTime() + durationMs).toISOString();
const TERMS = {
  takes: { kind: 'percent', basisPoints: 1000 },
  productTypes: null,
  goodsIds: null,
  startsAt: null,
  endsAt: null,
  reason: 'autumn sale',
};
const CODE = { ...TERMS, perAccountLimit: null, totalLimit: null };

const act = (endpoint: OperatorEndpoint, body: object, given: object = {}) =>
  manager.browser.call(endpoint, { body, ...given });
async function made(code: string, terms: object = {}): Promise<{ id: number }> {
  const answer = await act(makeDiscount, { ...CODE, code, ...terms });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}
const show = async (id: number): Promise<DiscountReply> =>
  (await act(discount, {}, { body: undefined, params: { id: String(id) } })).json();
const list = async (query: Record<string, string> = {}): Promise<DiscountsReply> =>
  (await manager.browser.call(discounts, { query })).json();
const on = (id: number, body: object = {}) => ({
  params: { id: String(id) },
  body: { reason: 'it is over', ...body },
});
const fieldsOf = (answer: { json: () => { errors?: object } }) => answer.json().errors;
const logged = async (id: number) =>
  (
    await site.pool.query<{ event: string; before: object; after: object; reason: string }>(
      `SELECT event, before, after, reason FROM audit WHERE target_type = 'discount' AND target_id = $1 ORDER BY id`,
      [String(id)],
    )
  ).rows;

describe('O21 a discount code of the browser', () => {
  test('O21 works in carts of every process at once, and no longer once it is stopped', async () => {
    const { id } = await made('autumn10');
    const visitor = createBrowser(sibling);
    await saveCart(visitor, coinForm(member.login));
    expect(cartOf(await applyDiscount(visitor, 'AUTUMN10')).discount_cents).toBe(500);
    expect((await manager.browser.call(stopDiscount, on(id))).statusCode).toBe(200);
    expect(cartOf(await showCart(visitor)).discount_code).toBeNull();
    expect((await list({ code: 'autumn1' })).discounts).toMatchObject([{ id, state: 'stopped' }]);
    expect((await manager.browser.call(stopDiscount, on(id))).json().code).toBe('discountStopped');
    expect(await logged(id)).toMatchObject([
      { event: 'discountCodeMade', after: { discount: 'AUTUMN10', percent: 10 }, reason: 'autumn sale' },
      { event: 'discountCodeStopped', before: { isActive: true }, after: { isActive: false } },
    ]);
  });

  test('O21 appears on the banner within seconds, is prolonged there, and leaves it when it is stopped', async () => {
    const endsAt = inMs(HOUR_MS);
    const { id } = await made('FIRST10', { endsAt });
    const banner = async () => (await sibling.get('/api/v1/landing-data')).json().promo;
    pass(KEPT_MS);
    expect(await banner()).toMatchObject({ code: 'FIRST10', endsAt });
    const later = inMs(2 * HOUR_MS);
    expect(
      (await manager.browser.call(prolongDiscount, on(id, { from: endsAt, endsAt: later }))).statusCode,
    ).toBe(200);
    pass(KEPT_MS);
    expect(await banner()).toMatchObject({ endsAt: later });
    const forGood = await manager.browser.call(prolongDiscount, on(id, { from: later, endsAt: null }));
    expect(fieldsOf(forGood)).toEqual({ endsAt: 'discountOnBanner' });
    const preview = await manager.browser.call(stopDiscount, { ...on(id), suffix: '/preview' });
    expect(preview.json().after).toMatchObject({ bannerHidden: true });
    expect(await banner()).toMatchObject({ code: 'FIRST10' });
    await manager.browser.call(stopDiscount, on(id));
    pass(KEPT_MS);
    expect(await banner()).toBeNull();
  });

  test('O21 is made once, however often it is sent, from two processes', async () => {
    const other = new OperatorBrowser(sibling);
    Object.assign(other.cookies, manager.browser.cookies);
    const body = { ...CODE, code: 'ONCE-ONLY' };
    const headers = { [IDEMPOTENCY_HEADER]: 'k'.repeat(22) };
    const [first, second] = await Promise.all([
      manager.browser.call(makeDiscount, { body, headers }),
      other.call(makeDiscount, { body, headers }),
    ]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(first.json()).toEqual(second.json());
    const rivals = await Promise.all([act(makeDiscount, body), other.call(makeDiscount, { body })]);
    expect(rivals.map(fieldsOf)).toEqual([{ code: 'discountExists' }, { code: 'discountExists' }]);
    expect(await logged(first.json().id)).toHaveLength(1);
  });

  test.each([
    ['an end that is past', { endsAt: '2020-01-01T00:00:00.000Z' }, { endsAt: 'discountEndsPast' }],
    [
      'an end before the start',
      { startsAt: '2039-01-02T00:00:00Z', endsAt: '2039-01-01T00:00:00Z' },
      { endsAt: 'discountEndsEarly' },
    ],
    ['a good that is not there', { goodsIds: [999] }, { goodsIds: 'discountGoodsUnknown' }],
    ['a good for coins', { goodsIds: [GOOD.premiumForCoins] }, { goodsIds: 'discountTakesNothing' }],
    [
      'a good of another kind',
      { goodsIds: [GOOD.premium], productTypes: ['one_coin'] },
      { goodsIds: 'discountTakesNothing' },
    ],
    [
      'more for one than for all',
      { perAccountLimit: 3, totalLimit: 2 },
      { perAccountLimit: 'discountLimits' },
    ],
    ['no end for a code of the banner', { code: 'SECOND10' }, { endsAt: 'discountOnBanner' }],
    [
      'a share that rounds to nothing',
      { takes: { kind: 'percent', basisPoints: 1 }, goodsIds: [GOOD.service] },
      { takes: 'discountTakesNothing' },
    ],
  ])('O21 %s is refused, and the field is named', async (_, terms, fields) => {
    for (const suffix of ['/preview', undefined])
      expect(fieldsOf(await act(makeDiscount, { ...CODE, code: 'WRONG', ...terms }, { suffix }))).toEqual(
        fields,
      );
    expect((await list({ code: 'WRONG' })).discounts).toEqual([]);
  });

  test('O21 is never shortened, nor prolonged by an operator who saw another end', async () => {
    const endsAt = inMs(2 * HOUR_MS);
    const { id } = await made('LONGER', { endsAt });
    const prolong = (body: object) => manager.browser.call(prolongDiscount, on(id, body));
    expect(fieldsOf(await prolong({ from: endsAt, endsAt: inMs(HOUR_MS) }))).toEqual({
      endsAt: 'discountNotLonger',
    });
    expect((await prolong({ from: null, endsAt: inMs(3 * HOUR_MS) })).json().code).toBe('operatorChanged');
    expect((await prolong({ from: endsAt, endsAt: null })).statusCode).toBe(200);
    expect((await show(id)).discount.endsAt).toBeNull();
    await manager.browser.call(stopDiscount, on(id));
    expect((await prolong({ from: null, endsAt: null })).json().code).toBe('discountStopped');
  });

  test('O8 the preview shows three worked examples by the real prices and the strongest effect on cases', async () => {
    const preview = await act(makeDiscount, { ...CODE, code: 'TENTH' }, { suffix: '/preview' });
    const { examples } = preview.json().foreseen;
    expect(examples).toHaveLength(3);
    const cases = { ...CODE, code: 'CASES', goodsIds: [GOOD.fiveCases] };
    const { strongest } = (await act(makeDiscount, cases, { suffix: '/preview' })).json().foreseen;
    expect(examples[0].priceCents).toBeLessThan(examples[2].priceCents);
    const visitor = createBrowser(site);
    await made('TENTH');
    await saveCart(visitor, goodForm(member.login, GOOD.fiveCases, { product_type: 'casesItem' }));
    const cart = cartOf(await applyDiscount(visitor, 'TENTH'));
    expect(strongest).toMatchObject({ priceCents: cart.price_cents, totalCents: cart.total_cents });
    const half = { ...cases, code: 'HALF', takes: { kind: 'percent', basisPoints: 5000 } };
    const stronger = (await act(makeDiscount, half, { suffix: '/preview' })).json().foreseen.strongest;
    expect(stronger.returned / strongest.returned).toBeCloseTo(1.8, 2);
    expect(await logged((await list({ code: 'TENTH' })).discounts[0]!.id)).toMatchObject([
      { after: { percent: 10 } },
    ]);
  });

  test('O21 a good of a case is named with its case, where it is chosen and on the page of its code', async () => {
    const whole = {
      id: GOOD.fiveCases,
      names: expect.objectContaining({ en: expect.stringContaining(' · ') }),
    };
    const plain = {
      id: GOOD.premium,
      names: expect.objectContaining({ en: expect.not.stringContaining(' · ') }),
    };
    const offered = (await manager.browser.call(operatorCalls.discountGoods)).json().goods;
    expect(offered).toEqual(expect.arrayContaining([whole, plain]));
    const { id } = await made('NAMED', { goodsIds: [GOOD.fiveCases, GOOD.premium] });
    const { goods } = await show(id);
    expect(goods).toHaveLength(2);
    expect(offered).toEqual(expect.arrayContaining(goods));
  });

  test('O21 its page sums what was bought with it by day', async () => {
    const { id } = await made('SUMMED');
    const visitor = createBrowser(site);
    const cart = cartOf(await saveCart(visitor, coinForm(member.login)));
    await applyDiscount(visitor, 'SUMMED');
    await orderCart(site, cart.id, 'pending');
    expect((await show(id)).days).toEqual([]);
    const at = site.deps.now();
    await site.pool.query(`UPDATE orders SET paid_at = $1 WHERE quote ->> 'discountCode' = 'SUMMED'`, [at]);
    expect((await show(id)).days).toEqual([
      { day: at.toISOString().slice(0, 10), uses: 1, paidCents: 4500, discountCents: 500, refundedCents: 0 },
    ]);
    // as if an operator had accepted 5 euro
    await site.pool.query(`UPDATE orders SET missing_cents = 4000 WHERE quote ->> 'discountCode' = 'SUMMED'`);
    expect((await show(id)).days).toMatchObject([{ paidCents: 500, discountCents: 500 }]);
    expect((await list({ code: 'SUMMED' })).discounts).toMatchObject([{ uses: 1, state: 'running' }]);
  });

  test('O21 the list is filtered by state, and goes on page by page', async () => {
    await made('PLANNED', { startsAt: inMs(HOUR_MS) });
    const ended = await made('ENDED', { endsAt: inMs(HOUR_MS / 4) });
    expect((await list({ state: 'planned' })).discounts.map(({ code }) => code)).toEqual(['PLANNED']);
    pass(HOUR_MS / 4);
    expect((await list({ state: 'ended', code: 'ENDED' })).discounts).toMatchObject([{ id: ended.id }]);
    await site.pool.query(
      `INSERT INTO discount_codes (code, percent_basis_points) SELECT 'PAGE-' || i, 100 FROM generate_series(1, 51) i`,
    );
    const first = await list({ code: 'PAGE-' });
    expect([first.discounts.length, first.after]).toEqual([50, null]);
    const second = await list({ code: 'PAGE-', before: String(first.before) });
    expect([second.discounts.length, second.before]).toEqual([1, null]);
    expect(await list({ code: 'PAGE-', after: String(second.after) })).toMatchObject({
      discounts: first.discounts,
    });
  });
});

describe('O21 a batch', () => {
  const BATCH = { ...TERMS, prefix: 'stream', codes: 3 };

  test('O21 shows its codes once, each works once, and the log has none of them', async () => {
    const headers = { [IDEMPOTENCY_HEADER]: 'b'.repeat(22) };
    const preview = (await act(makeDiscountBatch, BATCH, { suffix: '/preview' })).body;
    expect(preview).not.toContain('STREAM-');
    const { id, codes } = (await act(makeDiscountBatch, BATCH, { headers })).json();
    expect(new Set(codes).size).toBe(3);
    expect((await act(makeDiscountBatch, BATCH, { headers })).json()).toEqual({ id });
    const visitor = createBrowser(site);
    const cart = cartOf(await saveCart(visitor, coinForm(member.login)));
    expect(cartOf(await applyDiscount(visitor, codes[0])).discount_cents).toBe(500);
    await orderCart(site, cart.id, 'pending');
    await saveCart(visitor, coinForm((await createMember(site)).login));
    expect(refusalOf(await applyDiscount(visitor, codes[0]))[1]).toBe('discountUsed');
    const told = JSON.stringify([
      await list(),
      await list({ batch: String(id) }),
      await show(id),
      await logged(id),
    ]);
    for (const code of codes) expect(told).not.toContain(code);
    expect((await list({ batch: String(id) })).discounts).toHaveLength(3);
  });

  test('O21 is one line of the list, and is stopped as a whole', async () => {
    const { id, codes } = (await act(makeDiscountBatch, { ...BATCH, prefix: 'whole' })).json();
    expect((await list({ code: 'WHOLE' })).discounts).toMatchObject([
      { id, code: 'WHOLE-…', batch: { id, codes: 3 }, totalLimit: 1 },
    ]);
    const [last] = (await list({ batch: String(id) })).discounts;
    expect((await manager.browser.call(stopDiscount, on(last!.id))).statusCode).toBe(404);
    expect((await manager.browser.call(stopDiscount, on(id))).statusCode).toBe(200);
    const visitor = createBrowser(site);
    await saveCart(visitor, coinForm(member.login));
    for (const code of codes)
      expect(refusalOf(await applyDiscount(visitor, code))[1]).toBe('discountInvalid');
  });

  test('O21 has at most a thousand codes', async () => {
    expect((await act(makeDiscountBatch, { ...BATCH, codes: 1001 })).statusCode).toBe(400);
    const { codes } = (await act(makeDiscountBatch, { ...BATCH, prefix: 'many', codes: 1000 })).json();
    expect(new Set(codes).size).toBe(1000);
  });
});
