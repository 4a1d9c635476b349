import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { Doubt } from '#/contract/operator/vat.ts';
import { ActDialog } from '../acts/ActDialog.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { countryName } from '../platform/countryName.ts';
import { CountryField } from './CountryField.tsx';
import { formatRate } from '../platform/formatRate.ts';

/** Settles the country of an order: asks for it, then shows the rate and asks for the reason. */
export function SettleDialog({ doubt, onClose }: { doubt: Doubt; onClose: () => void }) {
  const { t } = useTranslation('operatorTax');
  const [country, setCountry] = useState(doubt.country ?? doubt.places[0]?.country ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const [isChosen, setIsChosen] = useState(false);
  const title = t('settle.title');
  if (isChosen)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.settleCountry,
          input: { params: { id: doubt.id }, body: { country } },
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
        error={isMissing ? t('chooseCountry') : undefined}
      />
    </FormDialog>
  );
}
