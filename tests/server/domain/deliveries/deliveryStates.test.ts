import { describe, expect, test } from 'vitest';
import { canMove, DELIVERY_MOVES } from '#/server/domain/deliveries/deliveryStates.ts';
import type { DeliveryState } from '#/server/platform/db/tables/deliveries.ts';

const STATES = Object.keys(DELIVERY_MOVES) as DeliveryState[];

describe('D2 the table of moves', () => {
  test.each(['done', 'cancelled'] as const)('%s is final', (state) => {
    expect(STATES.filter((to) => canMove(state, to))).toEqual([]);
  });

  test('nothing is cancelled that the game may have, without asking it or an operator', () => {
    expect(STATES.filter((from) => canMove(from, 'cancelled'))).toEqual([
      'waiting',
      'cancelling',
      'failed',
      'unknown',
    ]);
  });

  test('only what waits is handed to the game, or what it was handed before', () => {
    expect(STATES.filter((from) => canMove(from, 'leased'))).toEqual(['waiting', 'leased']);
  });

  test('what is called off is never handed out again', () => {
    expect(canMove('cancelling', 'waiting') || canMove('cancelling', 'leased')).toBe(false);
  });
});
