import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/locale.ts';
import type { LockedAccount } from '../accountLock.ts';
import { paymentMethods } from '../db/schema.ts';
import { type OrderInMail, queueMail } from '../mails.ts';
import type { OrderDeps, OrderRow } from './moveOrder.ts';
import { serverNamesOf } from './purchase.ts';

/** What pays for an order of the shop's own currency; a name, alike in every language. */
const COINS_TITLE = 'One Coins';

/** What the buyer knows the way to pay by, in every language. */
export function paymentSystemOf(methodName: string | null, titles: Record<Locale, string> | null) {
  return (locale: Locale): string => (methodName === null ? COINS_TITLE : (titles?.[locale] ?? methodName));
}

async function orderInMail(
  tx: NodePgDatabase,
  { quote, locale, paymentMethodName, publicId, paidAt, createdAt }: OrderRow,
  { login }: LockedAccount,
): Promise<OrderInMail> {
  const [method] = await tx
    .select({ titles: paymentMethods.titles })
    .from(paymentMethods)
    .where(eq(paymentMethods.name, paymentMethodName ?? ''));
  const { bonusCoins, priceCents, discountCents, totalCents, totalCoins } = quote;
  return {
    login,
    server: (await serverNamesOf(tx, quote.serverKey))[locale],
    product: quote.titles[locale],
    quantity: quote.quantity,
    coins: quote.coins,
    bonusCoins,
    priceCents,
    discountCents,
    totalCents,
    totalCoins,
    paymentSystem: paymentSystemOf(paymentMethodName, method?.titles ?? null)(locale),
    at: (paidAt ?? createdAt).toISOString(),
    order: publicId,
  };
}

/** Queues the receipt, once an order; to the player it is for, whoever paid. */
export async function mailReceipt(
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  account: LockedAccount,
): Promise<void> {
  if (account.status === 'closed') return;
  await queueMail(tx, deps, account.id, `receipt:${order.id}`, {
    kind: 'receipt',
    to: account.email,
    locale: order.locale,
    variables: await orderInMail(tx, order, account),
  });
}

/**
 * Queues the news that money went back, once a sum.
 * @param failed refunds that came to nothing before: after one the same sum is news again
 */
export async function mailRefund(
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  account: LockedAccount,
  failed: number,
): Promise<void> {
  if (account.status === 'closed') return;
  const again = failed > 0 ? `:${failed}` : '';
  await queueMail(tx, deps, account.id, `orderRefunded:${order.id}:${order.refundedCents}${again}`, {
    kind: 'orderRefunded',
    to: account.email,
    locale: order.locale,
    variables: {
      ...(await orderInMail(tx, order, account)),
      refundedCents: order.refundedCents,
      owedCoins: order.taken?.debt ?? 0,
    },
  });
}

/** Queues the news that a refund came to nothing, once each. @param failed so many did by now */
export async function mailRefundFailed(
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  account: LockedAccount,
  failed: number,
): Promise<void> {
  if (account.status === 'closed') return;
  await queueMail(tx, deps, account.id, `orderRefundFailed:${order.id}:${failed}`, {
    kind: 'orderRefundFailed',
    to: account.email,
    locale: order.locale,
    variables: await orderInMail(tx, order, account),
  });
}
