import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SWITCHES, type SwitchName } from '#/contract/kernel/switches.ts';
import { LIVE_PATH } from '#/contract/live.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { sendRefunds } from '#/server/domain/payments/sendRefunds.ts';
import { processPaymentEvents, storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { CLOSED_BY } from '#/server/platform/kernel/stops.ts';
import { watchStops } from '#/server/platform/watch/watchStops.ts';
import { openEventStream } from '../../../../support/app/eventStream.ts';
import { createPlayer, open, type Player, signUpForm } from '../../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { refusal } from '../../../../support/players/cabinet.ts';
import { DeliveryDesk } from '../../../../support/desks/deliveryDesk.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { OrderDesk } from '../../../../support/desks/orderDesk.ts';
import {
  applyPaymentEvent,
  eventOf,
  order,
  orderOf,
  pendingOrder,
  saveCart,
  useFakeProvider,
} from '../../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf } from '../../../../support/services/gameAdapter.ts';

let site: TestApp;
let sibling: TestApp;
let owner: TestOperator;
let player: Player;
beforeAll(async () => {
  site = await createTestApp();
  sibling = await createSibling(site);
});
beforeEach(async () => {
  await site.pool.query('DELETE FROM site_switches');
  await refresh();
  owner = await createOperator(site, 'owner');
  player = await createPlayer(site.deps, { 1: 3 });
});
afterAll(async () => {
  await sibling.close();
  await site.close();
});

const { closeSwitch, openSwitch } = operatorCalls;
const refresh = () => Promise.all([site, sibling].map(({ deps }) => deps.bookStops.refresh()));
const use = (
  endpoint: OperatorEndpoint,
  name: SwitchName,
  { by = owner, suffix }: { by?: TestOperator; suffix?: '/preview' } = {},
) => by.browser.call(endpoint, { params: { id: name }, body: { reason: 'something is wrong' }, suffix });
async function close(name: SwitchName): Promise<void> {
  expect((await use(closeSwitch, name)).statusCode).toBe(200);
  await refresh();
}
async function reopen(name: SwitchName): Promise<void> {
  expect((await use(openSwitch, name)).statusCode).toBe(200);
  await refresh();
}

describe('O27 a closed switch', () => {
  test('O27 of the openings refuses on every process; the case stays and opens afterwards', async () => {
    await close('openings');
    for (const each of [site, sibling])
      expect(refusal(await open(each, player, { case_id: 1 }))).toEqual([503, 'openingsClosed']);
    await reopen('openings');
    expect((await open(sibling, player, { case_id: 1 })).statusCode).toBe(200);
  });

  test('O27 of the shop refuses orders; a payment that arrives is booked and granted', async () => {
    useFakeProvider(site);
    const paying = await pendingOrder(site, player);
    const waiting = await saveCart(site, player);
    await close('shop');
    expect(refusal(await order(site, waiting))).toEqual([503, 'shopClosed']);
    await storeEvents(site.deps, 'sandbox', [await eventOf(site, paying, 'paid')], '{}');
    await processPaymentEvents(site.deps);
    expect(await orderOf(site, paying)).toMatchObject({ state: 'granted' });
    await reopen('shop');
    expect((await order(site, waiting)).statusCode).toBe(200);
  });

  test('O27 of the shop stops buyers, and no operator: refunds, grants and what the provider is asked go on', async () => {
    const desk = new OrderDesk(site);
    const [toRefund, toGrant, toAsk] = [await desk.paid(), await desk.pending(), await desk.paid()];
    await applyPaymentEvent(site, toGrant.id, 'paid', { amountCents: 4990 });
    expect(await orderOf(site, toGrant.id)).toMatchObject({ state: 'review' });
    const waiting = await saveCart(site, player);
    await close('shop');
    expect(refusal(await order(site, waiting))).toEqual([503, 'shopClosed']);
    const refunded = await desk.act(operatorCalls.refundOrder, toRefund.id, { cents: 100 });
    expect(refunded.statusCode, refunded.body).toBe(200);
    await sendRefunds(site.deps);
    const granted = await desk.act(operatorCalls.regrantOrder, toGrant.id);
    expect(granted.statusCode, granted.body).toBe(200);
    expect(await orderOf(site, toGrant.id)).toMatchObject({ state: 'granted' });
    for (const endpoint of [operatorCalls.noteOrder, operatorCalls.askProvider]) {
      const answer = await desk.act(endpoint, toAsk.id);
      expect(answer.statusCode, answer.body).toBe(200);
    }
    expect(site.deps.bookStops.isClosed('shop')).toBe(true);
  });

  test('O27 of the sign-up refuses new accounts', async () => {
    await close('signUp');
    const send = () =>
      site.app.inject({ method: 'POST', url: '/api/v1/auth/register', payload: signUpForm('newcomer') });
    expect(codeOf(await send())).toBe('signUpClosed');
    await reopen('signUp');
    expect(codeOf(await send())).not.toBe('signUpClosed');
  });

  test('O27 of handing over leases nothing; what waited is leased afterwards', async () => {
    const adapter = new GameAdapter(site, await gameKeyOf(site));
    await adapter.hello();
    const desk = new DeliveryDesk(site);
    await desk.signIn();
    const { no } = await desk.bought('waiting');
    await site.pool.query('UPDATE deliveries SET ready_at = $2 WHERE id = $1', [no, site.deps.now()]);
    await close('deliveries');
    expect(await adapter.pull()).toMatchObject({ deliveries: [] });
    await reopen('deliveries');
    expect(await adapter.pull()).toMatchObject({ deliveries: [{ no }] });
  });

  test('O27 is written on the players’ pages', async () => {
    const page = async () =>
      (await sibling.app.inject({ url: '/en', headers: { accept: 'text/html' } })).body;
    expect(await page()).not.toContain('"closed":');
    await close('shop');
    expect(await page()).toContain('"closed":["shop"]');
    expect([...CLOSED_BY.values()]).toEqual(expect.arrayContaining([...SWITCHES]));
  });
});

test('O27 open pages of every process hear of a switch, and new ones know it at once', async () => {
  const listen = async ({ app }: TestApp) => {
    if (!app.server.listening) await app.listen({ port: 0 });
    const { port } = app.server.address() as AddressInfo;
    return openEventStream(`http://127.0.0.1:${port}${LIVE_PATH}?locale=uk`);
  };
  const pages = await Promise.all([site, sibling].map(listen));
  const watch = [site, sibling].map(({ deps }) => watchStops(deps));
  const heard = () => Promise.all(pages.map((page) => page.nextOf('closed')));
  expect(await heard()).toEqual([[], []]);
  expect((await use(closeSwitch, 'shop')).statusCode).toBe(200);
  // each process looks for itself, more often than something changes
  for (let round = 0; round < 2; round++) await Promise.all(watch.map((look) => look()));
  expect(await heard()).toEqual([['shop'], ['shop']]);
  const late = await listen(sibling);
  expect(await late.nextOf('closed')).toEqual(['shop']);
  expect((await use(openSwitch, 'shop')).statusCode).toBe(200);
  await Promise.all(watch.map((look) => look()));
  expect(await heard()).toEqual([[], []]);
  for (const page of [...pages, late]) page.close();
});

describe('O27 the switches', () => {
  test('O8 the preview shows what players will read in three languages, and closes nothing', async () => {
    const preview = (await use(closeSwitch, 'shop', { suffix: '/preview' })).json();
    expect(preview).toMatchObject({ before: { isOpen: true }, after: { isOpen: false } });
    expect(Object.keys(preview.foreseen.sentences)).toEqual(['ru', 'uk', 'en']);
    expect(preview.foreseen.sentences.en).toContain('The store is closed for now');
    await refresh();
    expect(site.deps.bookStops.isClosed('shop')).toBe(false);
  });

  test('O9 of two people who close at once the second is refused', async () => {
    const other = await createOperator(site, 'manager');
    const answers = await Promise.all([use(closeSwitch, 'shop'), use(closeSwitch, 'shop', { by: other })]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await use(openSwitch, 'signUp')).json().code).toBe('operatorChanged');
  });

  test('O5 a request to open ends when the part was opened and closed again meanwhile', async () => {
    const support = await createOperator(site, 'support');
    expect((await use(closeSwitch, 'shop')).statusCode).toBe(200);
    const { id } = (await use(openSwitch, 'shop', { by: support })).json<{ pending: { id: number } }>()
      .pending;
    expect((await use(openSwitch, 'shop')).statusCode).toBe(200);
    site.advanceMs(1000);
    expect((await use(closeSwitch, 'shop')).statusCode).toBe(200);
    const approver = await createOperator(site, 'owner');
    const answer = await approver.browser.call(operatorCalls.approve, {
      params: { id: String(id) },
      body: {},
    });
    expect(codeOf(answer)).toBe('operatorChanged');
    await refresh();
    expect(site.deps.bookStops.isClosed('shop')).toBe(true);
    expect((await use(openSwitch, 'shop')).statusCode).toBe(200);
  });

  test('O27 are closed by support without a code; to open needs one, and a second person', async () => {
    const support = await createOperator(site, 'support');
    site.advanceMs(11 * 60_000);
    expect((await use(closeSwitch, 'shop', { by: support })).statusCode).toBe(200);
    expect(codeOf(await use(openSwitch, 'shop', { by: support }))).toBe('proofNeeded');
    const fresh = await createOperator(site, 'support');
    expect((await use(openSwitch, 'shop', { by: fresh })).statusCode).toBe(202);
    await refresh();
    expect(site.deps.bookStops.isClosed('shop')).toBe(true);
    const viewer = await createOperator(site, 'viewer');
    const { switches } = (await viewer.browser.call(operatorCalls.site)).json();
    expect(switches).toMatchObject([
      { name: 'shop', isClosed: true, changedBy: 'support', reason: 'something is wrong' },
    ]);
    expect(codeOf(await use(closeSwitch, 'openings', { by: viewer }))).toBe('operatorForbidden');
  });
});
