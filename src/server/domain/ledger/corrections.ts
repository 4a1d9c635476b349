import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { balanceDebt, type Debited, debitOrOwe, lockBalances, openDebt } from './debt.ts';
import { transfer } from './ledger.ts';

/** Reference type of corrections by operators; the id is the correction's. */
const REF_TYPE = 'correction';

/**
 * Debits coins from a player. If the wallet has too few, the rest becomes debt (O13). Requires that the account is
 * locked.
 * @param amount OC, at least 1
 */
export const takeCoinsBack = (
  tx: NodePgDatabase,
  accountId: number,
  refId: string,
  amount: number,
): Promise<Debited> =>
  debitOrOwe(tx, amount, {
    accountId,
    house: 'reversal',
    refType: REF_TYPE,
    refId,
    reasons: { coins: 'correction', debt: 'correctionDebt' },
  });

/**
 * Forgives a player's debt, or a part of it; a house account pays (O13). Requires that the account is locked.
 * @param amount OC, at least 1
 * @returns false if the player owes less
 */
export async function forgiveDebt(
  tx: NodePgDatabase,
  ownerId: number,
  refId: string,
  amount: number,
): Promise<boolean> {
  const { debt } = await lockBalances(tx, ownerId, ['bonus']);
  if (-debt < amount) return false;
  const cause = { reason: 'debtForgiven', refType: REF_TYPE, refId };
  await transfer(tx, { from: { kind: 'bonus' }, to: { kind: 'debt', ownerId }, amount, ...cause });
  await balanceDebt(tx, ownerId);
  return true;
}

/**
 * Moves the whole debt of a player to another account, usually of the same person, whose wallet then pays (O13).
 * Requires that both accounts are locked.
 * @returns moved OC; 0 if the player owes nothing
 */
export async function takeOverDebt(
  tx: NodePgDatabase,
  { debtorId, payerId }: { debtorId: number; payerId: number },
  refId: string,
): Promise<number> {
  await openDebt(tx, payerId);
  const balances = new Map<number, { debt: number }>();
  for (const id of [debtorId, payerId].toSorted((a, b) => a - b))
    balances.set(id, await lockBalances(tx, id, []));
  const amount = Math.max(0, -balances.get(debtorId)!.debt);
  if (amount === 0) return 0;
  const from = { kind: 'debt', ownerId: payerId } as const;
  const to = { kind: 'debt', ownerId: debtorId } as const;
  await transfer(tx, { from, to, amount, reason: 'debtTakenOver', refType: REF_TYPE, refId });
  await balanceDebt(tx, debtorId);
  await balanceDebt(tx, payerId);
  return amount;
}
