import { and, eq } from 'drizzle-orm';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { moveDelivery, PRIZE_CAUSE } from '#/server/domain/deliveries/moveDelivery.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { effectOnce } from '#/server/platform/kernel/idempotency.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

interface PuttingBack {
  accountId: number;
  /** Id of the delivery. */
  no: number;
  idempotencyKey?: string | undefined;
}

/**
 * Returns a prize to the inventory after the player took it to the game (D14). Possible until the game asks for it.
 * @throws AppError notFound, prizeBegun, idempotencyKeyReused
 */
export function putBackPrize(
  deps: Deps,
  { accountId, no, idempotencyKey: key }: PuttingBack,
): Promise<{ coupon: number }> {
  return effectOnce(deps, { accountId, key, request: ['putBackPrize', no] }, async (tx) => {
    const account = await lockAccount(tx, eq(accounts.id, accountId));
    if (account?.status !== 'active') fail('sessionRequired');
    const byId = and(
      eq(deliveries.id, no),
      eq(deliveries.accountId, accountId),
      eq(deliveries.refType, PRIZE_CAUSE.refType),
      eq(deliveries.kind, 'give'),
    );
    const [row] = await tx.select().from(deliveries).where(byId).for('update');
    if (!row) return fail('notFound');
    const coupon = Number(row.refId.split(':', 1)[0]);
    if (row.state === 'cancelled') return { coupon };
    if (row.state !== 'waiting' || row.isDoubtful) fail('prizeBegun');
    await moveDelivery(tx, deps, row, 'cancelled', { actor: 'player', reason: 'putBack' });
    return { coupon };
  });
}
