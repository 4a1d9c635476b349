import { expect, test } from 'vitest';
import type { LedgerLine } from '#/contract/operator/players.ts';
import { withBalances } from '#/operator/players/withBalances.ts';
import { typedWhole } from '#/operator/parts/typedWhole.ts';

const line = (id: number, amount: number): LedgerLine => ({
  id,
  amount,
  at: '2026-11-23T12:00:00.000Z',
  reason: 'operator',
  other: 'bonus',
  order: null,
  cause: 'grant 1',
});

test('O12 each line of a ledger account shows the balance after it, down to 0 before the first', () => {
  const lines = [line(3, -40), line(2, 100), line(1, 20)];
  const shown = withBalances(lines, 80);
  expect(shown.map(({ balance }) => balance)).toEqual([80, 120, 20]);
  const first = shown.at(-1)!;
  expect(first.balance - first.amount).toBe(0);
  expect(lines).toEqual([line(3, -40), line(2, 100), line(1, 20)]);
});

test('O13 whole numbers are read as people type them, and nothing else', () => {
  expect(typedWhole('1 000', 1000)).toBe(1000);
  expect(typedWhole('\u00a01\u00a0000 ', 1000)).toBe(1000);
  for (const wrong of ['', '0', '1001', '1.5', '-1', '1e3', 'ten', '99999999999'])
    expect(typedWhole(wrong, 1000), wrong).toBeUndefined();
});
