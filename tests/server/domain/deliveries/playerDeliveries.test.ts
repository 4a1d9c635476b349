import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Delivery } from '#/contract/deliveries.ts';
import type { DeliveryDecision } from '#/contract/operator/deliveries.ts';
import type { Order } from '#/contract/orders.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { decideDelivery } from '#/server/domain/deliveries/decideDelivery.ts';
import { deliver } from '#/server/domain/deliveries/deliver.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { giveCoupons } from '../../../support/players/cabinet.ts';
import { bringTo, deliveriesOf } from '../../../support/players/deliveries.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let adapter: GameAdapter;
let player: Member;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
  adapter = new GameAdapter(app, await gameKeyOf(app));
  await adapter.hello();
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

async function buy(pieces = 1): Promise<string> {
  player = await createMember(app);
  const wish = { product_type: 'Services', goods_id: GOOD.service, product_qty: pieces } as const;
  const id = await pendingOrder(app, player, wish);
  await applyPaymentEvent(app, id, 'paid');
  return id;
}

const list = async (query = '', headers: Record<string, string> = player.headers) =>
  (await app.get(`/api/v1/user/deliveries${query}`, headers)).json<{
    deliveries: Delivery[];
    nextBefore: number | null;
  }>();
const shownOrder = async (id: string, headers: Record<string, string>) =>
  (await app.get(`/api/donate/order/${id}`, headers)).json<{ order: Order }>().order;

test('D18 a thing is seen from the payment to the game, in the cabinet and on the page of the order', async () => {
  const order = await buy();
  await adapter.pull();
  expect((await list()).deliveries).toMatchObject([
    { stage: 'away', isOpen: true, order, pieces: 1, serverName: 'Эверест', character: null, doneAt: null },
  ]);
  await adapter.work({ joined: [{ player: player.login, name: 'John Doe' }], max: 0 });
  const [{ no } = { no: 0 }] = await adapter.work();
  expect((await list()).deliveries[0]?.stage).toBe('handing');
  await adapter.report({ no, outcome: 'saving' });
  expect((await list()).deliveries[0]?.stage).toBe('saving');
  await adapter.report({ no, outcome: 'done' });
  const own = await shownOrder(order, player.headers);
  expect(own.deliveries).toMatchObject([{ stage: 'handed', isOpen: false, character: 'John Doe' }]);
  expect(own.deliveries[0]?.doneAt).not.toBeNull();
  // visitors with the link of the order see that it was handed over, but not to whom
  expect((await shownOrder(order, {})).deliveries).toMatchObject([{ stage: 'handed', character: null }]);
  const history = (await app.get('/api/v1/orders', player.headers)).json<{ orders: Order[] }>();
  expect(history.orders.map(({ deliveries }) => deliveries.length)).toEqual([1]);
});

test('D18 a server that has not asked for three polls is shown as silent', async () => {
  await buy();
  await adapter.pull();
  app.advanceMs(75_000);
  expect((await list()).deliveries[0]?.stage).toBe('away');
  app.advanceMs(1000);
  expect((await list()).deliveries[0]?.stage).toBe('silent');
});

test('D18 each title is in the language of the reader', async () => {
  await buy();
  const titles = [];
  for (const locale of ['ru', 'uk', 'en'])
    titles.push((await list('', { ...player.headers, 'accept-language': locale })).deliveries[0]?.title);
  expect(new Set(titles).size).toBe(3);
});

test('D18 older facts and revokes that were not needed are not shown, and Premium has no title', async () => {
  player = await createMember(app);
  const ids = await giveCoupons(app, player, 2, { itemId: 101 });
  for (const id of ids) await app.post('/api/v1/coupons/take', { ids: [id] }, player.headers);
  expect(await deliveriesOf(app, player.accountId)).toHaveLength(2);
  const { deliveries } = await list();
  expect(deliveries).toMatchObject([{ title: null, isPrize: false, canPutBack: false }]);
  expect(deliveries[0]?.until).toMatch(/^\d{4}-/);
});

test('D10 D18 each refunded delivery shows the refund', async () => {
  const order = await buy();
  const [{ id } = { id: 0 }] = await deliveriesOf(app, player.accountId);
  await bringTo(app, id, 'done');
  await applyPaymentEvent(app, order, 'refunded');
  expect((await list()).deliveries.map(({ stage }) => stage)).toEqual(['takingBack', 'handed']);
  const view = await shownOrder(order, player.headers);
  expect(view.deliveries.map(({ stage }) => stage)).toEqual(['handed', 'takingBack']);
});

test('D18 what an operator called off is not told as refunded, whether or not the game had it', async () => {
  const order = await buy();
  const [{ id: waiting } = { id: 0 }] = await deliveriesOf(app, player.accountId);
  const calledOff = (no: number) =>
    withTx(app.pool, (tx) =>
      decideDelivery(tx, app.deps, { no, decision: 'cancel', reason: 'sold by mistake' }),
    );
  await calledOff(waiting);
  expect((await shownOrder(order, player.headers)).deliveries.map(({ stage }) => stage)).toEqual([
    'withdrawn',
  ]);

  await buy();
  await adapter.work({ joined: [{ player: player.login }], max: 0 });
  const [{ no } = { no: 0 }] = await adapter.work();
  await calledOff(no);
  expect((await list()).deliveries.map(({ stage }) => stage)).toEqual(['callingOff']);
  await adapter.report({ no, outcome: 'cancelled' });
  expect((await list()).deliveries.map(({ stage }) => stage)).toEqual(['withdrawn']);

  const refunded = await buy();
  await applyPaymentEvent(app, refunded, 'refunded');
  expect((await list()).deliveries.map(({ stage }) => stage)).toEqual(['calledOff']);
});

const decide = (no: number, decision: DeliveryDecision) =>
  withTx(app.pool, (tx) => decideDelivery(tx, app.deps, { no, decision, reason: 'as the log says' }));
const stages = async () => (await list()).deliveries.map(({ stage }) => stage);

test('D18 a refund stays a refund when an operator decides what the game cannot tell', async () => {
  // the game is asked to cancel it, and cannot tell whether it gave it
  const leased = await buy();
  await adapter.work({ joined: [{ player: player.login }], max: 0 });
  const [{ no } = { no: 0 }] = await adapter.work();
  await applyPaymentEvent(app, leased, 'refunded');
  await adapter.report({ no, outcome: 'unknown' });
  await decide(no, 'notGiven');
  expect(await stages()).toEqual(['calledOff']);

  // the game could not tell before the refund, which moves nothing then
  const unclear = await buy();
  const [{ id } = { id: 0 }] = await deliveriesOf(app, player.accountId);
  await bringTo(app, id, 'unknown');
  await applyPaymentEvent(app, unclear, 'refunded');
  await decide(id, 'notGiven');
  expect(await stages()).toEqual(['calledOff']);
});

test('D18 what an operator called off is told as refunded once the money is back', async () => {
  const order = await buy();
  const [{ id } = { id: 0 }] = await deliveriesOf(app, player.accountId);
  await decide(id, 'cancel');
  expect(await stages()).toEqual(['withdrawn']);
  await applyPaymentEvent(app, order, 'refunded');
  expect(await stages()).toEqual(['calledOff']);
});

test('D18 what the game gave although an operator called it off is taken back without a word of a refund', async () => {
  await buy();
  await adapter.work({ joined: [{ player: player.login }], max: 0 });
  const [{ no } = { no: 0 }] = await adapter.work();
  await decide(no, 'cancel');
  await adapter.report({ no, outcome: 'done' });
  expect(await stages()).toEqual(['callingOff', 'handed']);
  const [{ no: back } = { no: 0 }] = await adapter.work();
  await adapter.report({ no: back, outcome: 'done', taken: 1 });
  expect(await stages()).toEqual(['withdrawn', 'handed']);
});

test('D18 what waits for another character names the one of the link, to its player only', async () => {
  const order = await buy();
  await app.pool.query(
    `INSERT INTO game_links (account_id, server_key, player, state, character, character_name, linked_at, confirmed_at)
      VALUES ($1, 'everest', $2, 'active', '7', 'John Doe', now(), now())`,
    [player.accountId, player.login],
  );
  await app.pool.query(
    `UPDATE deliveries SET outcome = 'retry:wrong_character', ready_at = now() WHERE account_id = $1`,
    [player.accountId],
  );
  await adapter.pull();
  expect((await list()).deliveries).toMatchObject([{ stage: 'otherCharacter', character: 'John Doe' }]);
  expect((await shownOrder(order, {})).deliveries).toMatchObject([
    { stage: 'otherCharacter', character: null },
  ]);
});

test('D18 pieces are those that were bought, whatever the game counts', async () => {
  await buy(2);
  await app.pool.query(`UPDATE deliveries SET count = count * 20`);
  expect((await list()).deliveries.map(({ pieces }) => pieces)).toEqual([2]);
  await app.pool.query(`UPDATE deliveries SET count = count / 20`);
});

test('D18 gifts of an operator stand among the others: their cause is no number', async () => {
  await buy();
  const gift = { reason: 'operator', refType: 'grant', refId: randomUUID() };
  const { accountId } = player;
  const thing = { accountId, serverKey: 'everest', kind: 'give', code: 'item', count: 1, ...gift } as const;
  await withTx(app.pool, (tx) => deliver(tx, app.deps, thing));
  const ids = await giveCoupons(app, player, 1);
  await app.post('/api/v1/coupons/take', { ids }, player.headers);
  const { deliveries } = await list();
  expect(deliveries.map(({ isPrize, order }) => [isPrize, order !== null])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
});

test('D18 pages of 24 follow one another, and players see only their own deliveries', async () => {
  player = await createMember(app);
  const ids = await giveCoupons(app, player, 30);
  await app.post('/api/v1/coupons/take', { ids }, player.headers);
  const first = await list();
  const second = await list(`?before=${first.nextBefore}`);
  const shown = [...first.deliveries, ...second.deliveries].map(({ id }) => id);
  expect([first.deliveries.length, second.deliveries.length, second.nextBefore]).toEqual([24, 6, null]);
  expect(shown).toEqual(shown.toSorted((a, b) => b - a));
  const stranger = await createMember(app);
  expect(await list('', stranger.headers)).toEqual({ deliveries: [], nextBefore: null });
});
