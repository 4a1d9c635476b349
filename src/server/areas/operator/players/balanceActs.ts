import { randomUUID } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Gift } from '#/contract/operator/playerActs.ts';
import type { LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import { forgiveDebt, takeCoinsBack, takeOverDebt } from '#/server/domain/ledger/corrections.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { grantGift } from '#/server/domain/orders/grantGift.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { refuseIfStopped } from '#/server/platform/kernel/stops.ts';
import { type Belongings, belongingsOf, lockPlayer } from './playerStanding.ts';

type BalanceOutcome = ActOutcome<{ coins: number; owed: number }>;

/**
 * Runs an act on a player's property, and reads the property before and after it. The target's version is always 0,
 * because the player may spend coins while the act waits for a second person, and that must not end the request.
 * @param work returns the amount for the limit, and further fields for the audit log
 */
async function betweenLooks(
  tx: NodePgDatabase,
  deps: Deps,
  playerId: number,
  work: (account: LockedAccount) => Promise<Partial<BalanceOutcome>>,
): Promise<BalanceOutcome> {
  refuseIfStopped(deps, 'coins');
  const account = await lockPlayer(tx, playerId);
  const before = await belongingsOf(tx, playerId);
  const { after, ...rest } = await work(account);
  const now: Belongings = await belongingsOf(tx, playerId);
  return {
    reply: { coins: now.coins, owed: now.owed },
    target: { type: 'player', id: String(playerId), version: 0 },
    before: { ...before },
    after: { ...now, ...after },
    ...rest,
  };
}

/** Gives a player something; a debt is paid first (O13). */
export const grantAct = (
  tx: NodePgDatabase,
  deps: Deps,
  playerId: number,
  gift: Gift,
): Promise<BalanceOutcome> =>
  betweenLooks(tx, deps, playerId, async (account) => {
    const { names, worth } = await grantGift(tx, deps, account, randomUUID(), gift);
    return {
      ...(worth !== undefined && { amount: worth }),
      after: { gift: gift.what, count: gift.count, ...(names && { given: names }) },
    };
  });

/** Debits coins; if the wallet has too few, the rest becomes debt (O13). */
export const correctAct = (
  tx: NodePgDatabase,
  deps: Deps,
  playerId: number,
  coins: number,
): Promise<BalanceOutcome> =>
  betweenLooks(tx, deps, playerId, async () => {
    await takeCoinsBack(tx, playerId, randomUUID(), coins);
    return { amount: coins };
  });

/** Forgives a debt or a part of it (O13). @throws AppError owesLess at coins */
export const forgiveAct = (
  tx: NodePgDatabase,
  deps: Deps,
  playerId: number,
  coins: number,
): Promise<BalanceOutcome> =>
  betweenLooks(tx, deps, playerId, async () => {
    const isDone = await forgiveDebt(tx, playerId, randomUUID(), coins);
    if (!isDone) fail('owesLess', { errors: { coins: 'owesLess' } });
    return { amount: coins };
  });

/**
 * Moves the debt of a player to another account. It is noted in the history of both (O13).
 * @throws AppError accountNotFound at payer; owesLess
 */
export async function takeOverAct(
  tx: NodePgDatabase,
  deps: Deps,
  debtorId: number,
  payerId: number,
): Promise<BalanceOutcome> {
  if (payerId === debtorId) fail('accountNotFound', { errors: { payer: 'accountNotFound' } });
  // both accounts are locked in the order of their ids, so that two acts in opposite directions do not deadlock
  const locked = new Map<number, LockedAccount>();
  for (const id of [debtorId, payerId].toSorted((a, b) => a - b))
    locked.set(id, await lockOne(tx, id, payerId));
  const { login, serverKey } = locked.get(payerId)!;
  return betweenLooks(tx, deps, debtorId, async () => {
    const payerBefore = await belongingsOf(tx, payerId);
    const coins = await takeOverDebt(tx, { debtorId, payerId }, randomUUID());
    if (coins === 0) fail('owesLess');
    const payer = await belongingsOf(tx, payerId);
    const detail = { coins, debtor: debtorId };
    await writeAudit(tx, deps, { accountId: payerId, actor: 'operator', event: 'debtTakenOver', detail });
    return {
      amount: coins,
      after: {
        payer: `${login}@${serverKey} #${payerId}`,
        coinsPayerBefore: payerBefore.coins,
        coinsPayer: payer.coins,
        owedPayer: payer.owed,
      },
    };
  });
}

async function lockOne(tx: NodePgDatabase, id: number, payerId: number): Promise<LockedAccount> {
  try {
    return await lockPlayer(tx, id);
  } catch (error) {
    if (id === payerId) fail('accountNotFound', { errors: { payer: 'accountNotFound' }, cause: error });
    throw error;
  }
}
