import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coupon } from '#/contract/cases.ts';
import { worthOf } from '#/client/areas/cases/state/prizeGroups.ts';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import type { Button } from '#/client/ui/inputs/Button.tsx';
import { SwapButton } from './SwapButton.tsx';
import { useCouponSwap, useIsSwapped } from './useCouponSwap.ts';

/** Number of coupons and the coins they bring. */
type Counted = {
  pieces: number;
  price: string;
};

interface GroupSwapProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'wide'> {
  /** Coupons that can be swapped. Without any there is no button. */
  coupons: readonly Coupon[];
  labelOf: (counted: Counted) => string;
  /** Name for screen readers; by default the label. */
  nameOf?: (counted: Counted) => string;
}

/** Swaps several coupons at once, all or none. It counts only those that are not swapped yet (R5). */
export function GroupSwap({ coupons, labelOf, nameOf = labelOf, ...look }: GroupSwapProps) {
  const { t } = useTranslation('cases');
  const { swap } = useCouponSwap();
  const isSwapped = useIsSwapped();
  const left = coupons.filter((coupon) => !isSwapped(coupon));
  const isDone = left.length === 0;
  const counted = { pieces: left.length, price: formatCoins(worthOf(isDone ? coupons : left)) };
  if (coupons.length === 0) return null;
  return (
    <SwapButton
      {...look}
      coupons={isDone ? coupons : left}
      icon={isDone ? 'check' : 'coins'}
      spent={isDone}
      {...(!isDone && { 'aria-label': nameOf(counted) })}
      onSwap={() => swap(left)}
    >
      {isDone ? t('several.swapped', counted) : labelOf(counted)}
    </SwapButton>
  );
}
