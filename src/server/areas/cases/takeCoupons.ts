import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { deliver } from '#/server/domain/deliveries/deliver.ts';
import { PRIZE_CAUSE } from '#/server/domain/deliveries/moveDelivery.ts';
import { grantPremium } from '#/server/domain/ledger/grantPremium.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { caseItems } from '#/server/platform/db/tables/cases.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { effectOnce } from '#/server/platform/kernel/idempotency.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

const DAY_MS = 24 * 60 * 60_000;

interface Taking {
  accountId: number;
  ids: number[];
  idempotencyKey?: string | undefined;
}

/**
 * Delivers prizes to the game instead of converting them, all or none (D14). An item of the game waits in the outbox,
 * and until the game asks for it the player may put it back. Premium begins at once. A coupon that was taken before
 * stays as it is.
 * @throws AppError couponNotFound (also for coupons of others), couponNotForGame, couponSpent, idempotencyKeyReused
 */
export async function takeCoupons(deps: Deps, taking: Taking): Promise<{ taken: number[] }> {
  const { accountId, idempotencyKey: key } = taking;
  const ids = [...new Set(taking.ids)];
  const taken = await effectOnce(deps, { accountId, key, request: ['takeCoupons', ids] }, (tx) =>
    take(tx, deps, accountId, ids),
  );
  deps.wakeUps.emit('deliveries');
  return taken;
}

async function take(
  tx: NodePgDatabase,
  deps: Deps,
  accountId: number,
  ids: number[],
): Promise<{ taken: number[] }> {
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  if (account?.status !== 'active') fail('sessionRequired');
  const found = await tx
    .select({ id: coupons.id, state: coupons.state, gives: caseItems.gives, titles: caseItems.names })
    .from(coupons)
    .innerJoin(caseItems, eq(caseItems.id, coupons.itemId))
    .where(and(eq(coupons.accountId, accountId), inArray(coupons.id, ids)))
    .orderBy(coupons.id)
    .for('no key update', { of: coupons });
  if (found.length < ids.length) fail('couponNotFound');
  if (found.some(({ state }) => state === 'converted')) fail('couponSpent');
  const owned = found.filter(({ state }) => state === 'owned');
  for (const coupon of owned) {
    const { gives, titles } = coupon;
    if (!gives) return fail('couponNotForGame');
    const refId = await nextRefId(tx, coupon.id);
    const isPremium = gives.kind === 'premium';
    await tx
      .update(coupons)
      .set({
        state: isPremium ? 'delivered' : 'claimed',
        revealedAt: sql`coalesce(${coupons.revealedAt}, ${deps.now()})`,
      })
      .where(eq(coupons.id, coupon.id));
    if (isPremium)
      await grantPremium(tx, deps, { accountId, lengthMs: gives.days * DAY_MS, ...PRIZE_CAUSE, refId });
    else {
      const { code, count, params = {}, offline = false } = gives;
      const goods = { code, count, params, needsOnline: !offline, titles };
      await deliver(tx, deps, {
        accountId,
        serverKey: account.serverKey,
        kind: 'give',
        ...goods,
        ...PRIZE_CAUSE,
        refId,
      });
    }
  }
  return { taken: ids };
}

/** Returns the delivery's id for a prize. A prize that was put back gets a new id with a number. */
async function nextRefId(tx: NodePgDatabase, couponId: number): Promise<string> {
  // uses the index of prizes; ids of other causes are not numbers
  const byCoupon = and(
    eq(deliveries.refType, PRIZE_CAUSE.refType),
    sql`split_part(${deliveries.refId}, ':', 1)::bigint = ${couponId}`,
  );
  const times = await tx.$count(deliveries, byCoupon);
  return times === 0 ? String(couponId) : `${couponId}:${times + 1}`;
}
