import { asc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { paymentGroups, paymentMethods } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import type { ProviderName } from '../ports/payments/payments.ts';

/** A way to pay that is offered, and who serves it. */
export interface PaymentMethod {
  paymentMethodName: string;
  provider: ProviderName;
}

/**
 * The way to pay that was wished for, else the first one that is offered.
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
