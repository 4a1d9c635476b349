import { expect, test } from 'vitest';
import { orderView } from '#/client/areas/shop/payment/orderView.ts';
import { pollDelayMs } from '#/client/areas/shop/payment/orderQueries.ts';
import type { Delivery, DeliveryStage } from '#/contract/deliveries.ts';
import { ORDER_STATES, type OrderState } from '#/contract/orders.ts';

const OVER: ReadonlySet<DeliveryStage> = new Set(['handed', 'withdrawn', 'calledOff', 'takenBack']);
const isOpen = (stage: DeliveryStage) => !OVER.has(stage);

const PAGE = 'https://pay.example.org/1';
const viewOf = (state: OrderState, pay_url: string | null = null, cameBack = false) =>
  orderView({ state, pay_url, deliveries: [] }, cameBack);

test('RT6 only an order that was granted looks like a success', () => {
  for (const state of ORDER_STATES)
    for (const cameBack of [false, true])
      expect(viewOf(state, PAGE, cameBack).tone === 'good', state).toBe(state === 'granted');
});

test('D18 an order of which something was not handed over does not look like a success', () => {
  const nameOf = (...stages: DeliveryStage[]) =>
    orderView({
      state: 'granted',
      pay_url: null,
      deliveries: stages.map((stage) => ({ stage, isOpen: isOpen(stage) }) as Delivery),
    });
  expect(nameOf('handed')).toEqual({ name: 'granted', tone: 'good' });
  expect(nameOf('handed', 'away')).toEqual({ name: 'delivering', tone: 'good' });
  const isAsked = { tone: 'quiet', step: 'support' };
  for (const stage of ['trouble', 'noCharacter', 'unclear'] as const)
    expect(nameOf('away', stage), stage).toEqual({ name: 'troubled', ...isAsked });
  for (const stage of ['withdrawn', 'callingOff'] as const)
    expect(nameOf('handed', stage), stage).toEqual({ name: 'withheld', ...isAsked });
  expect(nameOf('away', 'withdrawn').name).toBe('delivering');
  // after a won dispute the refunded round is no concern any more
  expect(nameOf('calledOff', 'takenBack', 'handed').name).toBe('granted');
  expect(nameOf('takingBack', 'handed').name).toBe('delivering');
});

test('RT6 what is not decided is asked after, what is decided is not', () => {
  const waiting = ORDER_STATES.filter((state) => viewOf(state).tone === 'wait');
  expect(waiting).toEqual(['created', 'pending', 'paid']);
});

test('RT6 an unpaid order leads back to its payment while it can be paid there', () => {
  expect(viewOf('pending', PAGE)).toEqual({ name: 'waiting', tone: 'wait', step: 'pay' });
  expect(viewOf('created', PAGE)).toEqual({ name: 'waiting', tone: 'wait', step: 'pay' });
  expect(viewOf('pending')).toEqual({ name: 'waiting', tone: 'wait' });
  // the money is there, so a second payment would pay twice
  expect(viewOf('paid', PAGE)).toEqual({ name: 'granting', tone: 'wait' });
});

test('RT6 only a buyer who was sent back without having paid is told so', () => {
  expect(viewOf('pending', PAGE, true).name).toBe('unfinished');
  expect(viewOf('pending', null, true).name).toBe('waiting');
  expect(viewOf('granted', null, true).name).toBe('granted');
});

test('S12 what did not work out can be bought again, what went back leads to the support', () => {
  const steps = Object.fromEntries(ORDER_STATES.map((state) => [state, viewOf(state).step]));
  expect(steps).toEqual({
    created: 'again',
    pending: undefined,
    paid: undefined,
    granted: undefined,
    failed: 'again',
    expired: 'again',
    review: 'support',
    refunded: 'support',
    charged_back: 'support',
  });
});

test('RT6 an order is asked after in 1 s at first, then ever less often, never less than every 5 s', () => {
  const plan = { firstMs: 1000, growth: 1.4, lastMs: 5000 };
  const delays = Array.from({ length: 40 }, (_, at) => pollDelayMs(plan, at + 1));
  expect(delays[0]).toBe(1000);
  expect(pollDelayMs(plan, 0)).toBe(1000);
  expect(delays.at(-1)).toBe(5000);
  for (const [at, delay] of delays.entries()) expect(delay).toBeGreaterThanOrEqual(delays[at - 1] ?? 0);
});
