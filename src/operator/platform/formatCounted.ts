import { MOST_COUNTED } from '#/contract/operator/site.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';

/** Formats a count that ends at `MOST_COUNTED`: 12, or "1,000+". */
export const formatCounted = (count: number): string =>
  count < MOST_COUNTED ? formatNumber(count) : `${formatNumber(MOST_COUNTED)}+`;
