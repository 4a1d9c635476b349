import { useTranslation } from 'react-i18next';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import type { Order } from '#/contract/orders.ts';
import { formatDate } from '#/client/platform/i18n/formatDate.ts';
import { Receipt } from '#/client/ui/surfaces/Receipt.tsx';
import { purchaseRows, totalText } from '#/client/areas/shop/cart/purchaseRows.ts';

/** The receipt of an order: date, account, server, product, quantity, sum, payment system (S12). */
export function OrderReceipt({ order }: { order: Order }) {
  const { t } = useTranslation('shop');
  return (
    <Receipt
      issuer={t('checkout.issuer')}
      number={t('result.number', { number: order.number })}
      title={t(order.paid_at ? 'result.receipt' : 'checkout.receipt')}
      rows={[
        { label: t('result.date'), value: formatDate(order.paid_at ?? order.date) },
        ...purchaseRows(order, t),
        { label: t('result.system'), value: order.payment_system },
        ...(order.refunded_cents > 0
          ? [{ label: t('result.refunded'), value: formatEuro(order.refunded_cents) }]
          : []),
        { label: t('result.id'), value: order.id },
      ]}
      totalLabel={t('checkout.rows.total')}
      total={totalText(order)}
    />
  );
}
