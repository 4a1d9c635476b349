import type * as z from 'zod/mini';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { storeByCoinBody, storeByCoinReply } from '#/contract/orders.ts';
import { buyWithCoins } from '#/server/domain/orders/buyWithCoins.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { effectOnce } from '#/server/platform/kernel/idempotency.ts';

type Reply = z.infer<typeof storeByCoinReply>;

interface Buying {
  accountId: number;
  body: z.output<typeof storeByCoinBody>;
  locale: Locale;
  idempotencyKey?: string | undefined;
}

/**
 * Buys a good with coins. Order, debit and goods are one transaction, and a repeated key buys once (S10, N3).
 * @throws AppError goodNotFound (also for goods that cost euro), goodSoldOut, priceChanged, inDebt, notEnoughCoins,
 *   accountBlocked, idempotencyKeyReused
 */
export function storeByCoin(
  deps: Deps,
  { accountId, body, locale, idempotencyKey: key }: Buying,
): Promise<Reply> {
  const { product_id: goodsId, product_qty: quantity, price } = body;
  const request = ['storeByCoin', goodsId, quantity, price ?? null];
  return effectOnce(deps, { accountId, key, request }, async (tx) => {
    const isAsShown = ({ unitPrice }: { unitPrice: number }) => price === undefined || price === unitPrice;
    const { order, coinsLeft } = await buyWithCoins(tx, deps, {
      accountId,
      goodsId,
      quantity,
      isAsShown,
      scope: 'buy',
      locale,
    });
    return { order: order.publicId, premiumCoins: coinsLeft };
  });
}
