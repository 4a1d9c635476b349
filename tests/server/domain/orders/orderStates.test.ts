import { describe, expect, test } from 'vitest';
import { ORDER_STATES, type OrderState } from '#/contract/orders.ts';
import { canMove, movesTo } from '#/server/domain/orders/orderStates.ts';

/** The table in the words of the specification. */
const TABLE: Record<OrderState, string> = {
  created: 'pending failed expired paid review',
  pending: 'paid failed expired review',
  paid: 'granted review',
  granted: 'refunded charged_back review',
  failed: 'paid review',
  expired: 'paid review',
  review: 'granted refunded charged_back failed',
  // or a refund that came to nothing
  refunded: 'charged_back granted review',
  charged_back: 'granted review',
};

const pairs = ORDER_STATES.flatMap((from) => ORDER_STATES.map((to) => [from, to] as const));

test('OR4 of the 81 moves exactly those of the table are allowed', () => {
  const allowed = pairs.filter(([from, to]) => canMove(from, to));
  const written = Object.entries(TABLE).flatMap(([from, to]) =>
    to.split(' ').map((each) => `${from} ${each}`),
  );
  expect(allowed.map((pair) => pair.join(' ')).toSorted()).toEqual(written.toSorted());
});

describe('OR4 the way to a state', () => {
  test.each([true, false])(
    'has only moves of the table and ends there or does not begin (settled: %s)',
    (isSettled) => {
      for (const [from, target] of pairs) {
        const way = movesTo(from, target, isSettled);
        way.forEach((to, at) =>
          expect(canMove(way[at - 1] ?? from, to), `${from} > ${way.join(' > ')}`).toBe(true),
        );
        if (way.length > 0) expect(way.at(-1)).toBe(target);
      }
    },
  );

  test.each([
    ['created', 'granted', ['paid', 'granted']],
    ['expired', 'granted', ['paid', 'granted']],
    ['review', 'granted', ['granted']],
    ['pending', 'refunded', ['paid', 'granted', 'refunded']],
    ['failed', 'charged_back', ['paid', 'granted', 'charged_back']],
    ['granted', 'refunded', ['refunded']],
    ['charged_back', 'refunded', ['granted', 'refunded']],
    ['refunded', 'charged_back', ['charged_back']],
    ['granted', 'expired', []],
    ['review', 'failed', []],
    ['expired', 'failed', []],
  ] as const)('of a good payment: %s to %s', (from, target, way) => {
    expect(movesTo(from, target, true)).toEqual(way);
  });

  test.each([
    ['pending', 'review', ['review']],
    ['pending', 'refunded', ['review', 'refunded']],
    ['created', 'charged_back', ['review', 'charged_back']],
  ] as const)('of a payment that does not match it never passes granted: %s to %s', (from, target, way) => {
    expect(movesTo(from, target, false)).toEqual(way);
  });
});
