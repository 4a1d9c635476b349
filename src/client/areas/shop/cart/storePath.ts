import type { Order } from '#/contract/orders.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';

/** Returns the path where a purchase can be chosen again: the page of its case, otherwise the tab of its kind. */
export function storePath({ product_type, case_id }: Pick<Order, 'product_type' | 'case_id'>): string {
  if (product_type === 'casesItem')
    return inLocale(pageConfig.locale, case_id === null ? paths.donate : paths.donateCase(case_id));
  return inLocale(pageConfig.locale, paths.donateTab(product_type));
}
