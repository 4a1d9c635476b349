import type { Coupon } from '#/contract/cases.ts';
import type { Locale } from '#/contract/locale.ts';
import { caseItems, coupons, type Localised } from '../db/schema.ts';

/** Columns of a coupon as it is shown; its item is joined. */
export const couponColumns = {
  id: coupons.id,
  names: caseItems.names,
  imageName: caseItems.imageName,
  color: caseItems.color,
  isSwapAvailable: coupons.isSwapAvailable,
  premiumCoinsPrice: coupons.premiumCoinsPrice,
};

/** A row of these columns in the language of the caller. */
export function couponOf(
  { names, ...row }: Omit<Coupon, 'name'> & { names: Localised },
  locale: Locale,
): Coupon {
  return { ...row, name: names[locale] };
}
