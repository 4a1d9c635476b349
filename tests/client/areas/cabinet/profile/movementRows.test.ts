import { expect, test } from 'vitest';
import type { Movement } from '#/contract/referral.ts';
import { movementRows } from '#/client/areas/cabinet/profile/movementRows.ts';

const EARLY = '2026-01-01T12:00:00.100Z';
const LATE = '2026-01-01T12:00:07.300Z';
let id = 100;
const moved = (reason: string, amount: number, subject: string | null, date = LATE): Movement => ({
  id: id--,
  amount,
  reason,
  subject,
  date,
});
const shown = (movements: readonly Movement[]) =>
  movementRows(movements).map(({ reason, amount, subject, count }) => [reason, amount, subject, count]);

test('C3 prizes exchanged together are one line with their sum; only prizes that are alike are named', () => {
  const unlike = [
    moved('coupon', 15, 'Coffee'),
    moved('coupon', 15, 'Coffee'),
    moved('coupon', 40, 'Camera'),
  ];
  const alike = [moved('coupon', 15, 'Coffee', EARLY), moved('coupon', 15, 'Coffee', EARLY)];
  expect(shown([...unlike, ...alike])).toEqual([
    ['coupon', 70, null, 3],
    ['coupon', 30, 'Coffee', 2],
  ]);
});

test('C3 an exchange and its undoing, and movements of other causes, stay lines of their own', () => {
  const movements = [
    moved('couponUndone', -15, 'Coffee'),
    moved('couponUndone', -15, 'Coffee'),
    moved('coupon', 15, 'Coffee'),
    moved('order', 100, 'One Coins'),
    moved('order', 100, 'One Coins'),
  ];
  expect(shown(movements)).toEqual([
    ['couponUndone', -30, 'Coffee', 2],
    ['coupon', 15, 'Coffee', 1],
    ['order', 100, 'One Coins', 1],
    ['order', 100, 'One Coins', 1],
  ]);
  expect(movementRows(movements).map((row) => row.id)).toEqual([
    movements[0]!.id,
    movements[2]!.id,
    movements[3]!.id,
    movements[4]!.id,
  ]);
});
