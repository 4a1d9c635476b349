import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { DonateData, PaymentGroup } from '#/contract/shop.ts';
import { paymentBadge } from '#/client/platform/media/paymentBadge.ts';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { RadioCards } from '#/client/ui/inputs/RadioCards.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './PaymentPanel.module.css';

interface PaymentPanelProps {
  shop: UseQueryResult<DonateData>;
  /** Name of the chosen method; '' if none can be chosen. */
  value: string;
  onValueChange: (method: string) => void;
  inputRef: Ref<HTMLInputElement>;
  error: string | undefined;
  /** More fields that the chosen method needs. */
  children?: ReactNode;
}

/** The payment methods in groups. Only methods whose provider is configured are offered (S11). */
export function PaymentPanel({ shop, value, onValueChange, inputRef, error, children }: PaymentPanelProps) {
  const { t } = useTranslation('shop');
  const { data, error: fault, isFetching, refetch } = shop;
  if (!data)
    return (
      <ErrorState
        as="h2"
        title={t('checkout.methodsFailed')}
        text={loadErrorText(fault, t('checkout.failedText'))}
        retryLabel={t('checkout.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const groups = data.payment_groups.filter(({ methods }) => methods.length > 0);
  return (
    <Panel className={styles.panel}>
      <h2>{t('checkout.methods')}</h2>
      {groups.length === 0 ? (
        <FormAlert sentences={[t('checkout.noMethods')]} />
      ) : (
        <RadioCards
          name="payment_method_name"
          label={t('checkout.methods')}
          hasHiddenLabel
          groups={groups.map(({ title, methods }) => ({ legend: title, cards: methods.map(paymentCardOf) }))}
          value={value}
          onValueChange={onValueChange}
          error={error}
          ref={inputRef}
        />
      )}
      {children}
    </Panel>
  );
}

/** Whether the buyer must name their country for a payment method (S11). */
export const asksCountry = (groups: readonly PaymentGroup[], chosen: string): boolean =>
  groups.some(({ methods }) => methods.some(({ name, asks_country: asks }) => asks && name === chosen));

/** Keeps the name of a payment method on one line. */
const asOne = (badge: string) => badge.replaceAll(' ', '\u00A0');

/** Returns a payment method as a card to choose. */
export function paymentCardOf({ name, title, badges }: PaymentGroup['methods'][number]) {
  return {
    value: name,
    label: title,
    // a single badge repeats what the picture shows
    description: badges.length > 1 ? badges.map(asOne).join('\u00A0· ') : undefined,
    picture: <img src={paymentBadge(name)} alt="" width="135" height="44" />,
  };
}
