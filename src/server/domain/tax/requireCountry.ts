import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { orderPlaces } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { Place } from '#/server/ports/payments.ts';

/** Whether the buyer must name their country for a payment method, because its provider does not tell it. */
export const asksCountry = ({ payments }: Pick<Deps, 'payments'>, methodName: string): boolean =>
  payments.providerOf(methodName)?.tellsPlace(methodName) === false;

/**
 * Refuses a payment whose provider does not tell the buyer's country and whose buyer did not name it (S11).
 * @param orderId the order, if there is one already: a country that was named before is enough
 * @throws AppError countryRequired
 */
export async function requireCountry(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'payments'>,
  { methodName, places, orderId }: { methodName: string; places: readonly Place[]; orderId?: number },
): Promise<void> {
  if (!asksCountry(deps, methodName) || places.some(({ kind }) => kind === 'declared')) return;
  const isDeclared =
    orderId !== undefined &&
    (await tx.$count(orderPlaces, and(eq(orderPlaces.orderId, orderId), eq(orderPlaces.kind, 'declared')))) >
      0;
  if (!isDeclared) fail('countryRequired', { errors: { country: 'countryRequired' } });
}
