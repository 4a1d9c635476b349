import { useTranslation } from 'react-i18next';
import type { DiscountRow } from '#/contract/operator/discounts.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { formatCounted } from '../platform/formatCounted.ts';

/** Lamp tones for the states of a code. */
export const DISCOUNT_TONES = {
  running: 'good',
  planned: 'waits',
  ended: 'quiet',
  stopped: 'quiet',
} as const;

/** Texts of discount codes. */
export function useDiscountWords() {
  const { t } = useTranslation('operatorDiscounts');

  /** "−10 %" or "−5.00 €". */
  const takesOf = ({ percentBasisPoints, fixedCents }: DiscountRow): string => {
    if (percentBasisPoints === null) return `−${formatEuro(fixedCents ?? 0)}`;
    const share = new Intl.NumberFormat(pageConfig.locale, { style: 'percent', maximumFractionDigits: 2 });
    return `−${share.format(percentBasisPoints / 10_000)}`;
  };

  /** "12 / 100": uses of the code and its limit. */
  function usesOf({ uses, totalLimit, batch }: DiscountRow): string {
    const used = formatCounted(uses);
    const most = batch && totalLimit === 1 ? batch.codes : totalLimit;
    return most === null ? used : t('list.usesOf', { used, most: formatNumber(most) });
  }

  /** Purchases to which the code applies. */
  function scopeOf({ productTypes, goodsIds }: DiscountRow): string {
    if (goodsIds) return t('list.goods', { count: goodsIds.length });
    if (!productTypes) return t('list.everything');
    return productTypes.map((type) => t(`types.${type}`)).join(', ');
  }

  return { takesOf, usesOf, scopeOf };
}
