import type { TFunction } from 'i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';

/** A letter to the support that names the order. */
export function supportLink(orderId: string, t: TFunction<'shop'>): string {
  return `mailto:${pageConfig.supportEmail}?subject=${encodeURIComponent(t('result.supportSubject', { id: orderId }))}`;
}
