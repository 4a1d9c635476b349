import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { Happening, OperatorOrderRow, OrderReply, OrdersReply } from '#/contract/operator/orders.ts';
import { inOrder } from '#/server/areas/operator/orders/orderTimeline.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { createPlayer, type Player } from '../../../../support/app/factories.ts';
import { GOOD } from '../../../../support/catalogue/testShop.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import {
  applyPaymentEvent,
  accept,
  type FakeProvider,
  giveCoins,
  loginOf,
  pendingOrder,
  refOf,
  useFakeProvider,
} from '../../../../support/players/shopping.ts';
import { postAs } from '../../../../support/players/cabinet.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { numberOf } from '../../../../support/desks/orderNumbers.ts';

let site: TestApp;
let viewer: TestOperator;
let support: TestOperator;
let provider: FakeProvider;

beforeAll(async () => {
  site = await createTestApp();
  provider = useFakeProvider(site);
  viewer = await createOperator(site, 'viewer');
  support = await createOperator(site, 'support');
});
afterAll(() => site.close());

const { orders, order, orderPersonal } = operatorCalls;
const list = async (query: Record<string, string> = {}): Promise<OrdersReply> =>
  (await viewer.browser.call(orders, { query })).json();
const idsOf = ({ orders: rows }: OrdersReply) => rows.map(({ id }) => id);
const show = async (id: string): Promise<OrderReply> =>
  (await viewer.browser.call(order, { params: { id } })).json();
const linesOf = <K extends Happening['kind']>({ timeline }: OrderReply, kind: K) =>
  timeline.filter((line): line is Extract<Happening, { kind: K }> => line.kind === kind);

async function placed(purchase: object = {}): Promise<{ id: string; player: Player }> {
  const player = await createPlayer(site.deps);
  return { id: await pendingOrder(site, player, purchase), player };
}

describe('O10 the list of orders', () => {
  test('O10 goes on page by page in both ways, the newest first, and misses none', async () => {
    const player = await createPlayer(site.deps);
    const all: string[] = [];
    for (let at = 0; at < 4; at += 1) all.unshift(await pendingOrder(site, player));
    await site.pool.query(
      `INSERT INTO orders (public_id, number, account_id, state, version, quote, currency, total_cents, total_coins, locale,
          created_at, expires_at)
        SELECT 'filled-' || n, ${numberOf('n')}, account_id, 'granted', 1, quote, 'OC', 0, 5, locale, created_at, expires_at
        FROM orders, generate_series(1, 110) n WHERE public_id = $1 ORDER BY n`,
      [all[0]],
    );
    for (let n = 1; n <= 110; n += 1) all.unshift(`filled-${n}`);
    const query = { player: String(player.accountId) };
    const first = await list(query);
    const second = await list({ ...query, before: String(first.before) });
    const third = await list({ ...query, before: String(second.before) });
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)]).toEqual(all);
    expect([first.after, third.before]).toEqual([null, null]);
    const back = await list({ ...query, after: String(third.after) });
    expect(idsOf(back)).toEqual(idsOf(second));
    const newest = await list({ ...query, after: String(back.after) });
    expect(newest).toEqual(first);
    await site.pool.query(`DELETE FROM orders WHERE public_id LIKE 'filled-%'`);
  });

  test('O10 each filter finds what it names and nothing else', async () => {
    const coins = await placed();
    const thing = await placed({ product_type: 'Services', goods_id: GOOD.service });
    await applyPaymentEvent(site, thing.id, 'paid');
    const row = async ({ player }: { player: Player }, query: Record<string, string>) =>
      idsOf(await list({ player: String(player.accountId), ...query }));
    const today = site.deps.now().toISOString().slice(0, 10);
    const yes: Record<string, string>[] = [
      { state: 'pending' },
      { provider: 'sandbox' },
      { product: 'one_coin' },
      { server: 'everest' },
      { fromCents: '5000', toCents: '5000' },
      { fromDay: today, toDay: today },
    ];
    for (const query of yes) expect(await row(coins, query), JSON.stringify(query)).toEqual([coins.id]);
    const no: Record<string, string>[] = [
      { state: 'review' },
      { provider: 'coins' },
      { provider: 'nobody' },
      { product: 'Premium' },
      { server: 'olympus' },
      { fromCents: '5001' },
      { toCents: '4999' },
      { fromDay: '2099-01-01' },
      { toDay: '2020-01-01' },
      { discount: 'NONE' },
      { mark: 'paidTwice' },
      { mark: 'refundUnderWay' },
      { mark: 'deliveryOpen' },
    ];
    for (const query of no) expect(await row(coins, query), JSON.stringify(query)).toEqual([]);
    await giveCoins(site, coins.player.accountId, 500);
    const bought = { product_id: GOOD.caseForCoins, product_type: 0, product_qty: 1 };
    expect((await postAs(site, coins.player, '/api/v1/order/store-by-coin', bought)).statusCode).toBe(200);
    // a purchase with coins has no sum in euro
    expect(await row(coins, { toCents: '9999' })).toEqual([coins.id]);
    expect(await row(thing, { mark: 'deliveryOpen' })).toEqual([thing.id]);
    const [shown] = (await list({ player: String(thing.player.accountId) })).orders;
    expect(shown).toMatchObject({ state: 'granted', delivery: 'open', isRefundUnderWay: false });
  });

  test('O10 an order that was paid twice is marked until its second payment has gone back', async () => {
    const { id, player } = await placed();
    await site.pool.query(
      `INSERT INTO replaced_payments (provider, payment_ref, order_id, replaced_at)
        SELECT 'sandbox', $2, id, now() FROM orders WHERE public_id = $1`,
      [id, refOf(id, 2)],
    );
    const found = async (): Promise<OperatorOrderRow[]> =>
      (await list({ player: String(player.accountId), mark: 'paidTwice' })).orders;
    await applyPaymentEvent(site, id, 'paid');
    expect(await found()).toEqual([]);
    await applyPaymentEvent(site, id, 'paid', { paymentRef: refOf(id, 2) });
    expect(await found()).toMatchObject([{ id, paidTwiceCents: 5000 }]);
    await applyPaymentEvent(site, id, 'refunded', { paymentRef: refOf(id, 2), causeRef: `second-${id}` });
    expect(await found()).toEqual([]);
    expect(await show(id)).toMatchObject({ state: 'granted', refundedCents: 0 });
  });

  test('O10 the page of an order whose payment was accepted tells what has not come of it', async () => {
    const { id } = await placed();
    await applyPaymentEvent(site, id, 'paid', { amountCents: 1000 });
    await accept(site, id);
    expect(await show(id)).toMatchObject({ state: 'granted', missingCents: 4000, refundedCents: 0 });
    await applyPaymentEvent(site, id, 'paid', { causeRef: `${id}-rest` });
    expect(await show(id)).toMatchObject({ state: 'granted', missingCents: 0 });
  });

  test('O10 an unknown filter is refused', async () => {
    const wrong: Record<string, string>[] = [
      { state: 'gone' },
      { before: '0' },
      { before: '1e3' },
      { fromCents: '-1' },
      { toCents: '9999999999' },
      { fromDay: '2026-02-30' },
      { fromDay: '0000-01-01' },
      { discount: '%' },
      { server: 'x'.repeat(40) },
      { player: '1 OR 1=1' },
      { mark: 'all' },
      { more: '1' },
    ];
    for (const query of wrong)
      expect(codeOf(await viewer.browser.call(orders, { query })), JSON.stringify(query)).toBe('badRequest');
  });
});

describe('O10 the page of an order', () => {
  test('O10 its timeline holds every move, event, delivery, mail and note of the site', async () => {
    const { id, player } = await placed({ product_type: 'Services', goods_id: GOOD.service });
    await applyPaymentEvent(site, id, 'paid');
    await sendDueMails(site.deps);
    const shown = await show(id);
    expect(linesOf(shown, 'move').map(({ to }) => to)).toEqual(['created', 'pending', 'paid', 'granted']);
    expect(linesOf(shown, 'event')).toMatchObject([
      { event: 'paid', paymentRef: refOf(id), isProcessed: true },
    ]);
    expect(linesOf(shown, 'delivery')).toMatchObject([{ what: 'give', from: null, to: 'waiting' }]);
    expect(linesOf(shown, 'mail')).toMatchObject([{ mail: 'receipt', sentAt: expect.any(String) }]);
    expect(linesOf(shown, 'act')).toMatchObject([{ act: 'orderGranted', actor: 'site', operator: null }]);
    expect(shown.timeline.map(({ at }) => at)).toEqual(shown.timeline.map(({ at }) => at).toSorted());
    expect(shown).toMatchObject({
      player: { id: player.accountId, login: await loginOf(site, player) },
      buyer: null,
      given: { coins: 0, deliveries: [{ kind: 'give', state: 'waiting' }] },
      taken: null,
    });
    const [payment] = shown.payments;
    expect(payment).toMatchObject({ isCurrent: true, page: provider.pageOf(refOf(id)), underWayCents: 0 });
    expect(payment!.refundableCents).toBe(shown.quote.totalCents);
  });

  test("O10 in its timeline an operator's act stands above what it caused, and later seconds below", () => {
    const at = (ms: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, 0, ms)).toISOString();
    const refund = { kind: 'refund', at: at(100) } as Happening;
    const act = { kind: 'act', at: at(130), actor: 'operator' } as Happening;
    const bySite = { kind: 'act', at: at(150), actor: 'site' } as Happening;
    const later = { kind: 'mail', at: at(1200) } as Happening;
    const next = { kind: 'act', at: at(1300), actor: 'operator' } as Happening;
    expect([later, bySite, refund, next, act].toSorted(inOrder)).toEqual([act, refund, bySite, next, later]);
  });

  test('O10 payment methods and cases have their names, also after the catalogue has withdrawn them', async () => {
    const player = await createPlayer(site.deps);
    const id = await pendingOrder(site, player, { product_type: 'casesItem', goods_id: GOOD.fiveCases });
    await applyPaymentEvent(site, id, 'paid');
    const { rows } = await site.pool.query<{ method: string; titles: object; names: object }>(
      `SELECT m.name AS method, m.titles, c.names FROM orders o
        JOIN payment_methods m ON m.name = o.payment_method_name JOIN cases c ON c.id = 1 WHERE o.public_id = $1`,
      [id],
    );
    const { method, titles, names } = rows[0]!;
    const named = {
      payments: [{ method, methodTitles: titles }],
      given: { cases: [{ caseId: 1, titles: names }] },
    };
    expect(await show(id)).toMatchObject(named);
    await site.pool.query('UPDATE payment_methods SET is_withdrawn = true WHERE name = $1', [method]);
    expect(await show(id)).toMatchObject(named);
    await site.pool.query('UPDATE payment_methods SET is_withdrawn = false WHERE name = $1', [method]);
    await site.pool.query(`UPDATE orders SET payment_method_name = 'unknown' WHERE public_id = $1`, [id]);
    expect((await show(id)).payments).toMatchObject([{ method: 'unknown', methodTitles: null }]);
  });

  test('O10 its version rises with every move and event', async () => {
    const { id } = await placed();
    const versions = [(await show(id)).version];
    for (const kind of ['pending', 'paid', 'refunded'] as const) {
      await applyPaymentEvent(site, id, kind, kind === 'refunded' ? { amountCents: 100 } : {});
      versions.push((await show(id)).version);
    }
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
  });

  test('O10 an address is masked; a look at it leaves a line in the audit log', async () => {
    const { id, player } = await placed();
    await applyPaymentEvent(site, id, 'paid');
    const { rows } = await site.pool.query<{ email: string }>('SELECT email FROM accounts WHERE id = $1', [
      player.accountId,
    ]);
    const { email } = rows[0]!;
    const page = await viewer.browser.call(order, { params: { id } });
    expect(page.body).not.toContain(email);
    const params = { id };
    expect(codeOf(await viewer.browser.call(orderPersonal, { params }))).toBe('operatorForbidden');
    const seen = (await support.browser.call(orderPersonal, { params })).json();
    expect(seen).toMatchObject({ player: { email }, buyer: null, events: [{ raw: '{}' }] });
    expect(linesOf(await show(id), 'act').filter(({ act }) => act === 'personalSeen')).toMatchObject([
      { operator: 'support' },
    ]);
  });

  test('O10 an unknown order is not found', async () => {
    for (const id of ['nobody', '1', 'x'.repeat(64)])
      expect(codeOf(await viewer.browser.call(order, { params: { id } }))).toBe('notFound');
  });
});
