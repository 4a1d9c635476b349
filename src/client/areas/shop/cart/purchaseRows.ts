import type { TFunction } from 'i18next';
import type { ComponentProps } from 'react';
import type { Cart } from '#/contract/shop.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import type { Receipt } from '#/client/ui/surfaces/Receipt.tsx';

type Purchase = Omit<Cart, 'id' | 'expires_at' | 'payment_method_name' | 'is_at_once' | 'purpose'>;
type Contents = Pick<Purchase, 'product' | 'product_type' | 'product_qty' | 'amount' | 'bonus_qty'>;
type Rows = ComponentProps<typeof Receipt>['rows'];

/**
 * Rows of a purchase: product, recipient, and how the price is made up. The page before the payment and the receipt
 * show the same rows (S11, S12).
 */
export function purchaseRows(purchase: Purchase, t: TFunction<'shop'>): Rows {
  const { product_qty: pieces, amount, bonus_qty: bonus, discount_cents: discount } = purchase;
  return [
    { label: t('checkout.rows.account'), value: purchase.account },
    { label: t('checkout.rows.server'), value: purchase.server_name },
    { label: t('checkout.rows.product'), value: purchase.product },
    {
      label: t('checkout.rows.quantity'),
      value:
        purchase.product_type === 'one_coin'
          ? formatCoins(amount)
          : t('checkout.rows.pieces', { count: pieces, pieces: formatNumber(pieces) }),
    },
    ...(bonus > 0
      ? [{ label: t('checkout.rows.bonus'), value: `+${formatCoins(bonus)}`, tone: 'bonus' as const }]
      : []),
    ...(purchase.currency_code === 'EUR'
      ? [
          { label: t('checkout.rows.amount'), value: formatEuro(purchase.price_cents) },
          {
            label: purchase.discount_code
              ? t('checkout.rows.discountBy', { code: purchase.discount_code })
              : t('checkout.rows.discount'),
            value: discount > 0 ? `−${formatEuro(discount)}` : formatEuro(0),
            tone: discount > 0 ? ('bonus' as const) : ('plain' as const),
          },
        ]
      : []),
  ];
}

/** What an order contains, in a title: how many coins with their bonus, or the product and its pieces. */
export function contentsText(order: Contents, t: TFunction<'shop'>): string {
  const { product, product_type: type, product_qty: pieces, amount, bonus_qty: bonus } = order;
  if (type !== 'one_coin') return pieces > 1 ? `${product} ${piecesText(pieces, t)}` : product;
  const coins = formatCoins(amount);
  return bonus > 0 ? t('orders.coinsWithBonus', { coins, bonus: formatNumber(bonus) }) : coins;
}

const piecesText = (pieces: number, t: TFunction<'shop'>) =>
  t('orders.quantity', { pieces: formatNumber(pieces) });

/** Formats the total to pay, in the currency of the purchase. */
export const totalText = ({
  currency_code,
  total_cents,
  total_coins,
}: Pick<Purchase, 'currency_code' | 'total_cents' | 'total_coins'>): string =>
  currency_code === 'OC' ? formatCoins(total_coins) : formatEuro(total_cents);

/** The row of a cart that names the good for which the coins are bought (S20). */
export function purposeRows({ purpose }: Pick<Cart, 'purpose'>, t: TFunction<'shop'>): Rows {
  if (!purpose) return [];
  const { name, product_qty: pieces } = purpose;
  const quantity = pieces > 1 ? ` ${piecesText(pieces, t)}` : '';
  return [{ label: t('checkout.rows.purpose'), value: name + quantity }];
}
