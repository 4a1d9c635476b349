import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OrderReply } from '#/contract/operator/orders.ts';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { centsOf, euroOf } from '../parts/typedEuro.ts';

/** Larger refunds, in euro cents, are confirmed by typing the sum. */
const TYPED_ABOVE_CENTS = 100_00;

interface RefundDialogProps {
  order: OrderReply;
  /** The payment that is chosen first. */
  payment?: string;
  onClose: () => void;
}

/** Asks for the payment and the refunded sum, then shows what the player loses. */
export function RefundDialog({ order, payment: first, onClose }: RefundDialogProps) {
  const { t } = useTranslation('operatorOrders');
  const payments = order.payments.filter(({ refundableCents }) => refundableCents > 0);
  const [chosen, setChosen] = useState(
    // a second payment is refunded before the one that bought something
    first ?? (payments.find(({ isCurrent }) => !isCurrent) ?? payments[0])!.paymentRef,
  );
  const payment = payments.find(({ paymentRef }) => paymentRef === chosen);
  const most = payment?.refundableCents ?? 0;
  const [typed, setTyped] = useState(() => euroOf(most));
  const [error, setError] = useState<string>();
  const [cents, setCents] = useState<number>();

  function choose(paymentRef: string) {
    setChosen(paymentRef);
    const next = payments.find((one) => one.paymentRef === paymentRef);
    setTyped(euroOf(next?.refundableCents ?? 0));
    setError(undefined);
  }
  function check() {
    const amount = centsOf(typed) ?? 0;
    if (amount < 1 || amount > most) setError(t('refund.wrong', { most: formatEuro(most) }));
    else setCents(amount);
  }

  if (cents !== undefined)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.refundOrder,
          input: { params: { id: order.id }, body: { version: order.version, cents, payment: chosen } },
        }}
        title={t('refund.title', { sum: formatEuro(cents) })}
        label={t('orderActs.refund')}
        done={t('refund.done')}
        confirmation={
          cents > TYPED_ABOVE_CENTS ? { label: t('refund.confirm'), word: euroOf(cents) } : undefined
        }
        onClose={onClose}
      />
    );
  return (
    <FormDialog title={t('orderActs.refund')} onSubmit={check} onClose={onClose}>
      {payments.length > 1 && (
        <Select
          name="payment"
          label={t('refund.payment')}
          options={payments.map(({ paymentRef, isCurrent, refundableCents }) => ({
            value: paymentRef,
            label: `${formatEuro(refundableCents)} · ${isCurrent ? '' : `${t('order.second')} · `}${paymentRef.slice(0, 18)}`,
          }))}
          value={chosen}
          onValueChange={choose}
        />
      )}
      <Field
        name="sum"
        label={t('refund.sum')}
        hint={t('refund.hint', { most: formatEuro(most) })}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
