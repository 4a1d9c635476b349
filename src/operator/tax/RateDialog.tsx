import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { basisPointsOf, type SetRateBody, typedRate, type VatRate } from '#/contract/operator/vat.ts';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { CountryField } from '../acts/CountryField.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { TimeField } from '../acts/TimeField.tsx';

const FIELDS = ['country', 'percent', 'from'] as const;
type FieldName = (typeof FIELDS)[number];

interface RateDialogProps {
  /** The rates that the owner sees. */
  rates: readonly VatRate[];
  onClose: () => void;
}

/** Sets the rate of a country from a day on: asks for it, then shows its consequences and asks for the reason. */
export function RateDialog({ rates, onClose }: RateDialogProps) {
  const { t } = useTranslation(['operatorTax', 'operator']);
  const [typed, setTyped] = useState<Record<FieldName, string>>({ country: '', percent: '', from: '' });
  const [wrong, setWrong] = useState<FieldName>();
  const [body, setBody] = useState<object>();
  const change = (name: FieldName, value: string) => {
    setTyped({ ...typed, [name]: value });
    setWrong(undefined);
  };
  const check = () => {
    const { country, from, percent } = typed;
    const basisPoints = basisPointsOf(percent);
    const { shape } = typedRate;
    const found = FIELDS.find((name) =>
      name === 'percent' ? basisPoints === undefined : !shape[name].safeParse(typed[name]).success,
    );
    setWrong(found);
    if (!found) setBody({ country, from, basisPoints, replaces: replacedBy(rates, typed) });
  };
  if (body)
    return (
      <ActDialog
        plan={{ endpoint: operatorCalls.setVatRate, input: { body } }}
        title={t('rates.set')}
        label={t('rates.setDo')}
        done={t('rates.done')}
        renderForeseen={({ orders }) => <p>{t('rates.orders', { count: Number(orders) })}</p>}
        onClose={() => setBody(undefined)}
        onDone={onClose}
      />
    );
  return (
    <FormDialog title={t('rates.set')} lead={t('rates.setLead')} onSubmit={check} onClose={onClose}>
      <CountryField
        value={typed.country}
        onValueChange={(country) => change('country', country)}
        error={wrong === 'country' ? t('operator:country.choose') : undefined}
      />
      <Field
        name="percent"
        label={t('rates.percent')}
        inputMode="decimal"
        value={typed.percent}
        error={wrong === 'percent' ? t('rates.percentWrong') : undefined}
        onChange={(event) => change('percent', event.currentTarget.value)}
      />
      <TimeField
        name="from"
        type="date"
        label={t('rates.from')}
        hint={t('rates.fromHint')}
        value={typed.from}
        error={wrong === 'from' ? t('rates.fromWrong') : undefined}
        onValueChange={(from) => change('from', from)}
      />
    </FormDialog>
  );
}

/** The rate that a rate of the same country and day replaces; null for none. */
export function replacedBy(
  rates: readonly VatRate[],
  { country, from }: Pick<VatRate, 'country' | 'from'>,
): SetRateBody['replaces'] {
  const same = rates.find((rate) => rate.country === country && rate.from === from);
  return same ? { basisPoints: same.basisPoints, isConfirmed: same.isConfirmed } : null;
}
