import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OrderReply } from '#/contract/operator/orders.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import { useMay } from '../platform/session.ts';
import { RefundDialog } from './RefundDialog.tsx';

type Open = 'refund' | 'regrant' | 'receipt' | 'note';

/** Buttons of the acts that the order's state and the operator's role allow. */
export function OrderActs({ order }: { order: OrderReply }) {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const mayRefund = useMay('orders.refund');
  const mayRegrant = useMay('orders.regrant');
  const mayNote = useMay('orders.note');
  const [open, setOpen] = useState<Open>();
  const ask = useAsk(order.id);
  const close = () => setOpen(undefined);

  const { id, version, state } = order;
  const params = { id };
  const isRefundable = order.payments.some(({ refundableCents }) => refundableCents > 0);
  const isGrantable = state === 'review' || state === 'charged_back';

  return (
    <>
      {mayRefund && isRefundable && (
        <Button size="small" onClick={() => setOpen('refund')}>
          {t('orderActs.refund')}
        </Button>
      )}
      {mayRegrant && isGrantable && (
        <Button size="small" onClick={() => setOpen('regrant')}>
          {t('orderActs.regrant')}
        </Button>
      )}
      {mayNote && (
        <>
          <Button variant="secondary" size="small" onClick={() => setOpen('note')}>
            {t('orderActs.note')}
          </Button>
          {order.paidAt && (
            <Button variant="secondary" size="small" onClick={() => setOpen('receipt')}>
              {t('orderActs.receipt')}
            </Button>
          )}
          {order.payments.length > 0 && (
            <Button variant="secondary" size="small" busy={ask.isPending} onClick={() => ask.mutate()}>
              {t('orderActs.ask')}
            </Button>
          )}
        </>
      )}
      {open === 'refund' && <RefundDialog order={order} onClose={close} />}
      {open === 'regrant' && (
        <ActDialog
          plan={{ endpoint: operatorCalls.regrantOrder, input: { params, body: { version } } }}
          title={t('orderActs.regrantTitle')}
          label={t('orderActs.regrant')}
          done={t('orderActs.regranted')}
          onClose={close}
        />
      )}
      {open === 'receipt' && (
        <ActDialog
          plan={{ endpoint: operatorCalls.resendReceipt, input: { params, body: { version } } }}
          title={t('orderActs.receiptTitle')}
          label={t('orderActs.receipt')}
          done={t('orderActs.receiptSent')}
          onClose={close}
        />
      )}
      {open === 'note' && (
        <ActDialog
          plan={{ endpoint: operatorCalls.noteOrder, input: { params, body: {} } }}
          title={t('orderActs.note')}
          label={t('orderActs.noteKeep')}
          done={t('orderActs.noted')}
          isNote
          onClose={close}
        />
      )}
    </>
  );
}

/** Asks the provider for the state of an order's payments. */
function useAsk(id: string) {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callOperator(operatorCalls.askProvider, { params: { id } }),
    onSuccess: ({ news }) => {
      notify({
        type: 'success',
        title: t('operator:act.done'),
        description: t('orderActs.asked', { count: news }),
      });
      void client.invalidateQueries();
    },
    onError: (error) =>
      notify({ type: 'error', title: t('operator:failed'), description: errorTextOf(error) }),
  });
}
