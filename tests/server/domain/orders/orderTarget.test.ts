import { describe, expect, test } from 'vitest';
import { type OrderEvent, orderTarget } from '#/server/domain/orders/orderTarget.ts';
import { randomOf } from '../../../support/app/random.ts';

const ORDER = { totalCents: 1000, currency: 'EUR' };

const event = (
  kind: OrderEvent['kind'],
  amountCents = 1000,
  causeRef = 'p',
  currency = 'EUR',
): OrderEvent => ({
  kind,
  amountCents,
  causeRef,
  currency,
});

const stateOf = (events: OrderEvent[], isAccepted = false) => {
  const { state, refundedCents, isSettled } = orderTarget(ORDER, events, isAccepted);
  return [state, refundedCents, isSettled];
};

describe('N4 where events put an order', () => {
  test.each<[string, OrderEvent[], unknown[]]>([
    ['nothing', [], [null, 0, false]],
    ['on its way', [event('pending')], ['pending', 0, false]],
    ['failed', [event('pending'), event('failed')], ['failed', 0, false]],
    ['run out', [event('expired'), event('pending')], ['expired', 0, false]],
    ['paid', [event('paid')], ['granted', 0, true]],
    ['paid after it failed', [event('failed'), event('paid')], ['granted', 0, true]],
    ['paid twice over', [event('paid'), event('paid')], ['granted', 0, true]],
    ['a cent too little', [event('paid', 999)], ['review', 0, false]],
    ['a cent too much', [event('paid', 1001)], ['review', 0, false]],
    ['nothing at all', [event('paid', 0)], ['review', 0, false]],
    ['dollars', [event('paid', 1000, 'p', 'USD')], ['review', 0, false]],
    ['a refund without its payment', [event('refunded', 1000, 'r')], [null, 0, false]],
    ['refunded in part', [event('paid'), event('refunded', 400, 'r')], ['granted', 400, true]],
    [
      'the same refund twice',
      [event('paid'), event('refunded', 600, 'r'), event('refunded', 600, 'r')],
      ['granted', 600, true],
    ],
    [
      'refunded in two parts',
      [event('refunded', 400, 'r1'), event('paid'), event('refunded', 600, 'r2')],
      ['refunded', 1000, true],
    ],
    ['refunded more than was paid', [event('paid'), event('refunded', 1200, 'r')], ['refunded', 1000, true]],
    ['a wrong sum, and back', [event('paid', 400), event('refunded', 400, 'r')], ['refunded', 400, false]],
    ['charged back', [event('paid'), event('chargedBack', 1000, 'd')], ['charged_back', 1000, true]],
    ['charged back in part', [event('paid'), event('chargedBack', 300, 'd')], ['charged_back', 300, true]],
    [
      'refunded and charged back',
      [event('paid'), event('refunded', 1000, 'r'), event('chargedBack', 1000, 'd')],
      ['charged_back', 1000, true],
    ],
    [
      'a dispute won',
      [event('paid'), event('chargedBack', 1000, 'd'), event('disputeWon', 1000, 'd')],
      ['granted', 0, true],
    ],
    [
      'another dispute won',
      [event('paid'), event('chargedBack', 1000, 'd'), event('disputeWon', 1000, 'e')],
      ['charged_back', 1000, true],
    ],
  ])('%s', (_, events, expected) => {
    expect(stateOf(events)).toEqual(expected);
  });

  test.each<[string, OrderEvent[], unknown[]]>([
    ['and the rest here', [event('paid', 1800), event('refunded', 800, 'r')], ['review', 0, false]],
    [
      'and all of it',
      [event('paid', 1800), event('refunded', 800, 'r1'), event('refunded', 1000, 'r2')],
      ['refunded', 1000, false],
    ],
    [
      'and the order, which was paid before more came',
      [event('paid'), event('paid', 1200, 'more'), event('refunded', 1000, 'r')],
      ['granted', 800, true],
    ],
    [
      'by a dispute',
      [event('paid', 1800), event('refunded', 800, 'r'), event('chargedBack', 400, 'd')],
      ['charged_back', 400, false],
    ],
  ])('what came beyond the total goes back first: %s', (_, events, expected) => {
    expect(stateOf(events)).toEqual(expected);
  });

  test('what an operator took as good counts as paid, until all that came is back', () => {
    const back = (cents: number, cause = 'r', currency = 'EUR') => event('refunded', cents, cause, currency);
    expect(stateOf([event('paid', 400)], true)).toEqual(['granted', 0, true]);
    expect(stateOf([event('paid', 400), back(399)], true)).toEqual(['granted', 399, true]);
    expect(stateOf([event('paid', 400), back(400)], true)).toEqual(['refunded', 400, true]);
    expect(stateOf([event('paid', 400), event('chargedBack', 400, 'd')], true)).toEqual([
      'charged_back',
      400,
      true,
    ]);
    const dollars = event('paid', 1100, 'p', 'USD');
    expect(stateOf([dollars, back(500, 'r', 'USD')], true)).toEqual(['granted', 400, true]);
    expect(stateOf([dollars, back(1100, 'r', 'USD')], true)).toEqual(['refunded', 1000, true]);
    const tooMuch = [event('paid', 1800), back(800)];
    expect(stateOf(tooMuch, true)).toEqual(['granted', 0, true]);
    expect(stateOf([...tooMuch, back(200, 'r2')], true)).toEqual(['granted', 200, true]);
    expect(stateOf([...tooMuch, back(1000, 'r2')], true)).toEqual(['refunded', 1000, true]);
  });
});

test.each<[string, OrderEvent[], boolean, number[]]>([
  ['too little, in review', [event('paid', 400)], false, [0, 0]],
  ['too little, accepted', [event('paid', 400)], true, [600, 0]],
  ['and the rest came', [event('paid', 400), event('paid', 1000, 'rest')], true, [0, 0]],
  ['and a part of the rest came', [event('paid', 400), event('paid', 900, 'rest')], true, [100, 0]],
  ['and a part went back', [event('paid', 400), event('refunded', 100, 'r')], true, [600, 100]],
  ['and more is charged back', [event('paid', 400), event('chargedBack', 1000, 'd')], true, [600, 400]],
  ['too much, accepted', [event('paid', 1800), event('refunded', 900, 'r')], true, [0, 100]],
  ['fewer dollars, accepted', [event('paid', 700, 'p', 'USD')], true, [300, 0]],
  ['more dollars, accepted', [event('paid', 1100, 'p', 'USD')], true, [0, 0]],
  ['nothing at all, accepted', [event('paid', 0)], true, [1000, 0]],
])('RF2 what never came and what went back of a payment of %s', (_, events, isAccepted, expected) => {
  const { missingCents, refundedCents } = orderTarget(ORDER, events, isAccepted);
  expect([missingCents, refundedCents]).toEqual(expected);
});

test('T7 the result is a function of the set: order and repetition of 2,000 random sets change nothing', () => {
  const { below, shuffled } = randomOf(20_261_121);
  const kinds = ['pending', 'paid', 'failed', 'expired', 'refunded', 'chargedBack', 'disputeWon'] as const;
  const amounts = [1000, 1000, 1000, 400, 600, 999, 1001];
  const seen = new Set<string>();
  for (let round = 0; round < 2000; round++) {
    const events = Array.from({ length: 1 + below(7) }, () => {
      const kind = kinds[below(kinds.length)]!;
      const cause =
        kind === 'refunded' || kind === 'chargedBack' || kind === 'disputeWon' ? `c${below(2)}` : 'p';
      return event(kind, amounts[below(amounts.length)], cause, below(12) === 0 ? 'USD' : 'EUR');
    });
    const isAccepted = below(10) === 0;
    const expected = orderTarget(ORDER, events, isAccepted);
    seen.add(String(expected.state));
    for (let again = 0; again < 5; again++) {
      const repeated = shuffled(events.flatMap((each) => Array.from({ length: 1 + below(3) }, () => each)));
      expect(orderTarget(ORDER, repeated, isAccepted), JSON.stringify(events)).toEqual(expected);
    }
  }
  // the sets have met every case
  expect([...seen].toSorted()).toEqual(
    ['null', 'pending', 'failed', 'expired', 'granted', 'review', 'refunded', 'charged_back'].toSorted(),
  );
});
