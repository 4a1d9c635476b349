import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shopCalls } from '#/contract/calls/shop.ts';
import type { Order } from '#/contract/orders.ts';
import { useIsClosed } from '#/client/platform/api/closedParts.ts';
import { ClosedNote } from '#/client/platform/forms/ClosedNote.tsx';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { errorText, errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { createSendOnce } from '#/client/platform/api/retryKey.ts';
import { donateDataQuery } from '#/client/domain/queries/shopQueries.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogDescription,
  DialogTitle,
} from '#/client/ui/feedback/Dialog.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { RadioCards } from '#/client/ui/inputs/RadioCards.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { leaveFor } from './leaveFor.ts';
import { useCountryDraft } from './countryDraft.ts';
import { CountrySelect } from './CountrySelect.tsx';
import { asksCountry, paymentCardOf } from './PaymentPanel.tsx';

interface PayOtherWayProps {
  order: Pick<Order, 'id' | 'payment_method_name' | 'product'>;
  size?: 'small';
}

/** Changes the payment method of an order that waits for its payment. The order stays the same. */
export function PayOtherWay({ order, size }: PayOtherWayProps) {
  const { t } = useTranslation('shop');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        icon="reload"
        {...(size && { size, 'aria-label': t('payOther.openOf', { product: order.product }) })}
        onClick={() => setIsOpen(true)}
      >
        {t('payOther.open')}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} closeLabel={t('orders.close')}>
        <DialogBody>
          <DialogTitle>{t('payOther.title')}</DialogTitle>
          <DialogDescription>{t('payOther.text')}</DialogDescription>
          <Ways order={order} />
        </DialogBody>
      </Dialog>
    </>
  );
}

function Ways({ order }: Pick<PayOtherWayProps, 'order'>) {
  const { t } = useTranslation('shop');
  const isClosed = useIsClosed('shop');
  const { data, isPending, refetch } = useQuery(donateDataQuery);
  const country = useCountryDraft((draft) => draft.country);
  const countryField = useRef<HTMLInputElement>(null);
  const { chosen, choose, isLeaving, failure, isCountryMissing, go } = useChange(order, () =>
    countryField.current?.focus(),
  );
  if (isPending) return <Skeleton height="240px" />;
  const groups = (data?.payment_groups ?? []).flatMap(({ title, methods }) => {
    const others = methods.filter(({ name }) => name !== order.payment_method_name);
    return others.length > 0 ? [{ legend: title, cards: others.map(paymentCardOf) }] : [];
  });
  if (groups.length === 0)
    return (
      <>
        <FormAlert sentences={[t(data ? 'payOther.none' : 'checkout.methodsFailed')]} />
        {!data && <Button onClick={() => void refetch()}>{t('checkout.retry')}</Button>}
      </>
    );
  const isCountryAsked = asksCountry(data?.payment_groups ?? [], chosen);
  return (
    <>
      <RadioCards
        name="payment_method_name"
        label={t('payOther.title')}
        hasHiddenLabel
        groups={groups}
        value={chosen}
        onValueChange={choose}
        disabled={isLeaving}
      />
      {isCountryAsked && (
        <CountrySelect
          value={country}
          onValueChange={(next) => useCountryDraft.setState({ country: next })}
          error={isCountryMissing ? errorText('countryRequired') : undefined}
          disabled={isLeaving}
          ref={countryField}
        />
      )}
      <FormAlert sentences={failure} />
      <ClosedNote part="shop" />
      <DialogActions>
        <Button
          icon="card"
          busy={isLeaving}
          disabled={chosen === ''}
          spent={isClosed}
          onClick={() => void go(isCountryAsked ? country : undefined)}
        >
          {t('payOther.go')}
        </Button>
      </DialogActions>
    </>
  );
}

/**
 * Requests another payment method and leaves for the provider's page, or for the order's result if it was decided
 * meanwhile.
 * @param onCountryMissing called when the buyer has to choose a country first
 */
function useChange({ id }: Pick<Order, 'id'>, onCountryMissing: () => void) {
  const [chosen, choose] = useState('');
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<string[]>([]);
  const [sendOnce] = useState(() => createSendOnce());
  const [isCountryMissing, setIsCountryMissing] = useState(false);
  /** @param country '' if none is chosen; undefined if the method needs none */
  const go = async (country: string | undefined) => {
    setIsCountryMissing(country === '');
    if (country === '') return onCountryMissing();
    setIsLeaving(true);
    setFailure([]);
    try {
      const body = { payment_method_name: chosen, ...(country !== undefined && { country }) };
      const { url } = await sendOnce(body, (idempotencyKey) =>
        call(shopCalls.changePayment, { params: { id }, body }, { idempotencyKey }),
      );
      await leaveFor(url);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'countryRequired') setIsCountryMissing(true);
      else setFailure([errorTextOf(error)]);
    } finally {
      setIsLeaving(false);
    }
  };
  return { chosen, choose, isLeaving, failure, isCountryMissing, go };
}
