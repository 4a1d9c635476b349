import { and, count, eq, isNotNull } from 'drizzle-orm';
import type { Config } from '#/server/platform/config/config.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type SettingWarning, warningsIn } from '#/server/platform/config/operatorWarnings.ts';
import { isStripeTest } from '#/server/platform/config/paymentSettings.ts';
import { isUrlOfThisMachine } from '#/server/platform/config/thisMachine.ts';

/** Warns about the payment settings. */
export function paymentWarnings({
  mode,
  payments,
  databaseUrl,
  dataDir,
  publicUrl,
}: Config): SettingWarning[] {
  const { hasSandbox, stripe, btcpay } = payments;
  const isReal = Boolean(stripe ?? btcpay);
  const isServing = Boolean(databaseUrl) && mode === 'production';
  const isOpen = isReal || !isUrlOfThisMachine(publicUrl) || isServing;
  return warningsIn([
    [
      hasSandbox && isOpen,
      'testPaymentsAreOpen',
      'The test payment system is on: what it serves can be had without money. PAYMENTS_SANDBOX=0 turns it off.',
    ],
    [
      stripe !== undefined && isStripeTest(stripe) && !isUrlOfThisMachine(publicUrl),
      'stripeTestIsOpen',
      'STRIPE_SECRET_KEY is a test key: with public card numbers everything can be had without money.',
    ],
    [
      isReal && !databaseUrl,
      'paymentsOnOneDisk',
      `Real payments are kept in the embedded database: one machine, no replica. Back up ${dataDir}, or set DATABASE_URL.`,
      dataDir,
    ],
  ]);
}

/** Warns about test orders on a site with a real provider: they cost nothing, and players still have their goods. */
export async function sandboxOrderWarnings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<string[]> {
  if (!(config.payments.stripe ?? config.payments.btcpay)) return [];
  const grantedByTest = and(eq(orders.provider, 'sandbox'), isNotNull(orders.grantedAt));
  const [granted] = await db.select({ orders: count() }).from(orders).where(grantedByTest);
  if (!granted?.orders) return [];
  return [
    `${granted.orders} orders of this database were paid by the test system, with no money: real payments should begin with a database of their own.`,
  ];
}
