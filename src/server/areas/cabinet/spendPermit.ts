import type { SpendPermitBody, SpendPermitReply } from '#/contract/gameLink.ts';
import { refuseBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { lockCaller } from '#/server/domain/accounts/access/liveSessions.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { findPermit, setPermit } from '#/server/domain/gameServers/spendPermits.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { proveFresh } from './proveFresh.ts';

/**
 * Sets how many coins the game may spend for the caller in a day (D17). A higher number requires a fresh sign-in, a
 * lower one does not.
 * @throws AppError as `proveFresh`; accountBlocked if the number rises
 */
export async function setSpendPermit(
  deps: Deps,
  caller: SessionAccount,
  { coinsPerDay, ...proof }: SpendPermitBody,
): Promise<SpendPermitReply> {
  const before = await findPermit(deps.db, deps, caller.id);
  const isProven = coinsPerDay > before.coinsPerDay;
  if (isProven) await proveFresh(deps, caller, proof);
  return withTx(deps.pool, async (tx) => {
    const { id: accountId } = await lockCaller(tx, deps, caller);
    const { coinsPerDay: current } = await findPermit(tx, deps, accountId);
    // another page may have lowered the number meanwhile; without a proof it must not rise again
    const coins = isProven ? coinsPerDay : Math.min(coinsPerDay, current);
    if (coins > current) await refuseBlocked(tx, deps, accountId, 'spend-in-game');
    await setPermit(tx, deps, accountId, coins);
    await writeAudit(tx, deps, {
      accountId,
      actor: 'player',
      event: 'spendPermitSet',
      detail: { coinsPerDay: coins },
    });
    return findPermit(tx, deps, accountId);
  });
}
