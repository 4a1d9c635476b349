import { expect, test } from 'vitest';
import { everyOperatorCall } from '#/contract/operator/everyOperatorCall.ts';
import { callsOf, NOT_MEASURED } from './calls.ts';

test('O28 every call that reads is measured, or named among those that need not be', () => {
  const measured = Object.values(callsOf({ players: 1, ordersEach: 1, transfersEach: 1 })).map(
    ({ call }) => call,
  );
  const reads = Object.entries(everyOperatorCall)
    .filter(([, { method }]) => method === 'GET')
    .map(([name]) => name)
    .toSorted();
  expect([...new Set([...measured, ...NOT_MEASURED])].toSorted()).toEqual(reads);
});
