import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { SettleCountryBody } from '#/contract/operator/vat.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { rateOn } from '#/server/domain/tax/vatRates.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { lockForAct } from '../orders/actOnOrder.ts';

/**
 * Settles the country of an order's buyer. Later evidence does not change it; another act does.
 * @throws AppError notFound; operatorChanged if the order has another country than the operator saw (O9)
 */
export async function settleCountryAct(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  publicId: string,
  { country, seen }: Pick<SettleCountryBody, 'country' | 'seen'>,
): Promise<ActOutcome<{ country: string }>> {
  const order = await lockForAct(tx, publicId);
  const isSettled = order.countrySettledAt !== null;
  if (order.buyerCountry !== seen.country || isSettled !== seen.isSettled) fail('operatorChanged');
  await tx
    .update(orders)
    .set({ buyerCountry: country, countrySettledAt: now() })
    .where(eq(orders.id, order.id));
  const day = (order.paidAt ?? now()).toISOString().slice(0, 10);
  const rate = await rateOn(tx, { country, from: day });
  return {
    reply: { country },
    target: { type: 'order', id: publicId },
    before: { country: order.buyerCountry },
    after: { country },
    foreseen: { basisPoints: rate },
  };
}
