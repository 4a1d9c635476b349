import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorPayment, OrderReply } from '#/contract/operator/orders.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { useMay } from '../platform/session.ts';
import styles from './OrderPage.module.css';
import { RefundDialog } from './RefundDialog.tsx';

interface Open {
  what: 'again' | 'close';
  payment: string;
}

/** The refunds of an order that failed, each with its two ways out: another refund, or the note that none is needed. */
export function FailedRefunds({ order }: { order: OrderReply }) {
  const { t } = useTranslation('operatorOrders');
  const mayRefund = useMay('orders.refund');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const nameOf = ({ provider, paymentRef }: OperatorPayment) =>
    `${t(`providers.${provider as 'stripe'}`)} · ${paymentRef}`;
  return (
    <>
      {order.payments.map((payment) => {
        const { paymentRef, refundFailedAt, refundableCents } = payment;
        if (!refundFailedAt) return null;
        return (
          <section key={paymentRef} className={styles.failed} aria-label={t('failedRefund.title')}>
            <strong>{t('failedRefund.title')}</strong>
            <p>{t('failedRefund.text', { payment: nameOf(payment), at: formatDateTime(refundFailedAt) })}</p>
            {mayRefund && (
              <div className={styles.ways}>
                {refundableCents > 0 && (
                  <Button size="small" onClick={() => setOpen({ what: 'again', payment: paymentRef })}>
                    {t('failedRefund.again')}
                  </Button>
                )}
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => setOpen({ what: 'close', payment: paymentRef })}
                >
                  {t('failedRefund.close')}
                </Button>
              </div>
            )}
          </section>
        );
      })}
      {open?.what === 'again' && <RefundDialog order={order} payment={open.payment} onClose={close} />}
      {open?.what === 'close' && (
        <ActDialog
          plan={{
            endpoint: operatorCalls.closeRefund,
            input: { params: { id: order.id }, body: { version: order.version, payment: open.payment } },
          }}
          title={t('failedRefund.closeTitle')}
          label={t('failedRefund.close')}
          done={t('failedRefund.closed')}
          onClose={close}
        />
      )}
    </>
  );
}
