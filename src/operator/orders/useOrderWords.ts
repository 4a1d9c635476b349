import { useTranslation } from 'react-i18next';
import type { OperatorOrderRow } from '#/contract/operator/orders.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';

/** Lamp tones for the states of an order. */
export const ORDER_TONES = {
  created: 'quiet',
  pending: 'waits',
  paid: 'waits',
  review: 'bad',
  granted: 'good',
  refunded: 'quiet',
  charged_back: 'bad',
  failed: 'quiet',
  expired: 'quiet',
} as const;
/** Lamp tones for the summary of an order's deliveries. */
export const DELIVERY_TONES = { trouble: 'bad', open: 'waits', done: 'good', calledOff: 'quiet' } as const;

type Sums = Pick<OperatorOrderRow, 'currency' | 'totalCents' | 'totalCoins'>;

/** Texts of orders: contents and prices. */
export function useOrderWords() {
  const { t } = useTranslation('operator');

  function productOf({ type, titles, quantity, coins, bonusCoins }: OperatorOrderRow['product']): string {
    if (type === 'one_coin')
      return bonusCoins > 0
        ? t('orders.coinsWithBonus', { coins: formatCoins(coins), bonus: formatNumber(bonusCoins) })
        : formatCoins(coins);
    const title = titles[pageConfig.locale];
    return quantity > 1 ? t('orders.pieces', { title, quantity }) : title;
  }

  const sumOf = ({ currency, totalCents, totalCoins }: Sums): string =>
    currency === 'EUR' ? formatEuro(totalCents) : formatCoins(totalCoins);

  return { productOf, sumOf };
}
