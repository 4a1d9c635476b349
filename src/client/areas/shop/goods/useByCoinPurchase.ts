import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shopCalls } from '#/contract/calls/shop.ts';
import type { Good } from '#/contract/shop.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import type { SendOnce } from '#/client/platform/api/retryKey.ts';
import { storeBought } from './bought.ts';
import { draftQuantity } from '#/client/areas/shop/cart/shopDraft.ts';

/**
 * Buys a good with coins: idle, buying, then bought, after which the page reloads. A refused purchase can be tried
 * again (S10).
 */
export function useByCoinPurchase(
  good: Good,
  quantity: number,
  { sendOnce, reload }: { sendOnce: SendOnce; reload: () => void },
) {
  const { t } = useTranslation('shop');
  const client = useQueryClient();
  const [state, setState] = useState<'idle' | 'buying' | 'bought'>('idle');
  const [refusal, setRefusal] = useState<{ text: string; priceBefore: number | null } | null>(null);
  const isRunning = useRef(false);
  const { id, product_type, premiumCoinsPrice: price } = good;

  async function send() {
    try {
      const body = { product_id: id, product_type, product_qty: quantity, price };
      const { order } = await sendOnce(body, (idempotencyKey) =>
        call(shopCalls.storeByCoin, { body }, { idempotencyKey }),
      );
      setState('bought');
      draftQuantity(id, undefined);
      storeBought(order, good, quantity);
      setTimeout(reload, tuning.dom.boughtReloadMs);
    } catch (error) {
      // the shown prices, stock or balance may be outdated
      if (error instanceof ApiError && error.status > 0)
        await Promise.all(
          [['shop'], playerQuery.queryKey].map((queryKey) =>
            client.refetchQueries({ queryKey, type: 'active' }),
          ),
        );
      const isPrice = error instanceof ApiError && error.code === 'priceChanged';
      setRefusal({ text: errorTextOf(error), priceBefore: isPrice ? price * quantity : null });
      setState('idle');
      isRunning.current = false;
    }
  }
  const before = refusal?.priceBefore ?? null;
  const after = price * quantity;
  return {
    state,
    failure: refusal
      ? [
          refusal.text,
          ...(before === null || before === after
            ? []
            : [t('donate.priceWas', { before: formatCoins(before), after: formatCoins(after) })]),
        ]
      : [],
    buy: () => {
      if (isRunning.current) return;
      isRunning.current = true;
      setState('buying');
      setRefusal(null);
      void send();
    },
  };
}
