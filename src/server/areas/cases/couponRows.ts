import type { Coupon } from '#/contract/cases.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { caseItems } from '#/server/platform/db/tables/cases.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';

/** Columns of a coupon reply; the query joins the item. */
export const couponColumns = {
  id: coupons.id,
  names: caseItems.names,
  imageName: caseItems.imageName,
  color: caseItems.color,
  isSwapAvailable: coupons.isSwapAvailable,
  premiumCoinsPrice: coupons.premiumCoinsPrice,
};

/** Builds the reply from a row of these columns, in the caller's language. */
export function couponOf(
  { names, ...row }: Omit<Coupon, 'name'> & { names: Localised },
  locale: Locale,
): Coupon {
  return { ...row, name: names[locale] };
}
