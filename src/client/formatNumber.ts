import { pageConfig } from './pageConfig.ts';

const format = new Intl.NumberFormat(pageConfig.locale);

/** A whole number as the page's language writes it: 12 450. */
export function formatNumber(value: number): string {
  return format.format(value);
}
