import type { TFunction } from 'i18next';
import type { Order } from '#/contract/orders.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';

/** Returns the link of a mail to the support that names the order. */
export function supportLink({ id, number }: Pick<Order, 'id' | 'number'>, t: TFunction<'shop'>): string {
  const subject = t('result.supportSubject', { id, number });
  return `mailto:${pageConfig.supportEmail}?subject=${encodeURIComponent(subject)}`;
}

/** State of a link to an order whose success the player has seen. Its page does not celebrate again. */
export const KNOWN_SUCCESS = { isKnownSuccess: true } as const;

/** Whether the state of a link says so. */
export const isKnownSuccess = (state: unknown): boolean =>
  (state as Partial<typeof KNOWN_SUCCESS> | null)?.isKnownSuccess === true;
