import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import { addNews } from '#/server/domain/playerNews/addNews.ts';
import { paymentMethods } from '#/server/platform/db/tables/shop.ts';
import { type OrderInMail, queueMail } from '#/server/platform/mail/mails.ts';
import type { OrderDeps, OrderRow } from './moveOrder.ts';
import { serverNamesOf } from '#/server/domain/pricing/purchase.ts';

/** The payment method of orders that are paid with coins; the name is the same in every language. */
const COINS_TITLE = 'One Coins';

/** The name of a payment method in every language. */
export function paymentSystemOf(methodName: string | null, titles: Record<Locale, string> | null) {
  return (locale: Locale): string => (methodName === null ? COINS_TITLE : (titles?.[locale] ?? methodName));
}

async function orderInMail(
  tx: NodePgDatabase,
  { quote, locale, paymentMethodName, publicId, number, agreed, paidAt, createdAt }: OrderRow,
  { login }: LockedAccount,
): Promise<OrderInMail> {
  const [[method], serverNames] = await Promise.all([
    tx
      .select({ titles: paymentMethods.titles })
      .from(paymentMethods)
      .where(eq(paymentMethods.name, paymentMethodName ?? '')),
    serverNamesOf(tx, quote.serverKey),
  ]);
  const { bonusCoins, priceCents, discountCents, totalCents, totalCoins } = quote;
  return {
    login,
    server: serverNames[locale],
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
    number,
    atOnce: agreed?.atOnce ?? null,
  };
}

/** Queues the receipt, once for each order. It goes to the receiving player, even if another person paid. */
export async function mailReceipt(
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  account: LockedAccount,
): Promise<void> {
  if (account.status === 'closed') return;
  await queueReceipt(tx, deps, order, { account, cause: `receipt:${order.id}` });
}

const queueReceipt = async (
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  { account, cause }: { account: LockedAccount; cause: string },
) =>
  queueMail(tx, deps, account.id, cause, {
    kind: 'receipt',
    to: account.email,
    isConfirmed: account.isVerified,
    locale: order.locale,
    variables: await orderInMail(tx, order, account),
  });

/**
 * Queues the receipt again, because a player asked an operator for it.
 * @returns false if the account was closed or the mailbox has reached its limit
 */
export async function mailReceiptAgain(
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  account: LockedAccount,
): Promise<boolean> {
  if (account.status === 'closed') return false;
  const cause = `receipt:${order.id}:${deps.now().getTime()}`;
  return (await queueReceipt(tx, deps, order, { account, cause })).isQueued;
}

/**
 * Queues the mail about a refund, once for each refunded sum.
 * @param failed refunds that failed before; they are part of the key, because the same sum may be refunded again after
 *   a failure
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
    isConfirmed: account.isVerified,
    locale: order.locale,
    variables: {
      ...(await orderInMail(tx, order, account)),
      refundedCents: order.refundedCents,
      owedCoins: order.taken?.debt ?? 0,
      isChargedBack: order.state === 'charged_back',
    },
  });
}

/**
 * Tells the player in the cabinet that money went back, or that a refund failed (C15). The mail about it is another one.
 * @param earlierCents cents refunded before
 * @param failed number of failed refunds of the order by now
 */
export async function tellRefund(
  tx: NodePgDatabase,
  deps: OrderDeps,
  { id, refundedCents }: OrderRow,
  account: LockedAccount,
  { earlierCents, failed }: { earlierCents: number; failed: number },
): Promise<void> {
  if (account.status === 'closed') return;
  const hasFailed = refundedCents < earlierCents;
  await addNews(tx, deps, account.id, {
    kind: 'refund',
    // the same sum may be refunded again after a failure
    cause: `refund:${id}:${hasFailed ? 'failed' : refundedCents}:${failed}`,
    subject: { order: id, cents: Math.abs(refundedCents - earlierCents), hasFailed },
    isMailed: false,
  });
}

/**
 * Queues the mail about a failed refund, once for each failure.
 * @param failed number of failed refunds of the order by now
 */
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
    isConfirmed: account.isVerified,
    locale: order.locale,
    variables: await orderInMail(tx, order, account),
  });
}
