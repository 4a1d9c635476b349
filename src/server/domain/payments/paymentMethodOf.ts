import { asc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { paymentGroups, paymentMethods } from '#/server/platform/db/tables/shop.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { ProviderName } from '#/server/ports/payments.ts';

/** A payment method that is offered, and its provider. */
export interface PaymentMethod {
  paymentMethodName: string;
  provider: ProviderName;
}

/**
 * Returns the requested payment method; without a request, the first one that is offered.
 * @throws AppError paymentMethodUnavailable
 */
export async function paymentMethodOf(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'payments'>,
  wish: string | undefined,
): Promise<PaymentMethod> {
  const names = await tx
    .select({ name: paymentMethods.name })
    .from(paymentMethods)
    .innerJoin(paymentGroups, eq(paymentGroups.key, paymentMethods.groupKey))
    .where(eq(paymentMethods.isWithdrawn, false))
    .orderBy(asc(paymentGroups.sortOrder), asc(paymentMethods.sortOrder), asc(paymentMethods.name));
  for (const { name } of names) {
    const provider = deps.payments.providerOf(name);
    if (provider && (wish ?? name) === name) return { paymentMethodName: name, provider: provider.name };
  }
  return fail('paymentMethodUnavailable', {
    errors: { payment_method_name: 'paymentMethodUnavailable' },
  });
}
