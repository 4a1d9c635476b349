import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OrderReply } from '#/contract/operator/orders.ts';
import { ActDialog } from '../acts/ActDialog.tsx';
import { CountryField } from '../acts/CountryField.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { countryName } from '../platform/countryName.ts';
import { formatRate } from '../platform/formatRate.ts';

interface SettleDialogProps {
  order: Pick<OrderReply, 'id' | 'country' | 'isCountrySettled' | 'places'>;
  onClose: () => void;
}

/** Settles the country of an order, or corrects it: asks for it, then shows the rate and asks for the reason. */
export function SettleDialog({ order, onClose }: SettleDialogProps) {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const [country, setCountry] = useState(order.country ?? order.places[0]?.country ?? '');
  // what the operator decides about: a country that somebody else settles meanwhile is not overwritten
  const [seen] = useState({ country: order.country, isSettled: order.isCountrySettled });
  const [isMissing, setIsMissing] = useState(false);
  const [isChosen, setIsChosen] = useState(false);
  const title = t(seen.isSettled ? 'settle.change' : 'settle.title');
  if (isChosen)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.settleCountry,
          input: { params: { id: order.id }, body: { country, seen } },
        }}
        title={title}
        label={t('settle.do')}
        done={t('settle.done', { country: countryName(country) })}
        renderForeseen={({ basisPoints }) => (
          <p>
            {typeof basisPoints === 'number'
              ? t('settle.rate', { rate: formatRate(basisPoints) })
              : t('settle.noRate')}
          </p>
        )}
        onClose={() => setIsChosen(false)}
        onDone={onClose}
      />
    );
  return (
    <FormDialog
      title={title}
      lead={t('settle.lead')}
      onSubmit={() => {
        setIsMissing(country === '');
        setIsChosen(country !== '');
      }}
      onClose={onClose}
    >
      <CountryField
        value={country}
        onValueChange={(next) => {
          setCountry(next);
          setIsMissing(false);
        }}
        error={isMissing ? t('operator:country.choose') : undefined}
      />
    </FormDialog>
  );
}
