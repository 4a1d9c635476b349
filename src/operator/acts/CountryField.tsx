import { useTranslation } from 'react-i18next';
import { COUNTRIES } from '#/contract/kernel/countries.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { countryName } from '../platform/countryName.ts';

interface CountryFieldProps {
  value: string;
  onValueChange: (country: string) => void;
  error: string | undefined;
}

/** Selects a country. */
export function CountryField({ value, onValueChange, error }: CountryFieldProps) {
  const { t } = useTranslation('operator');
  const { compare } = new Intl.Collator(pageConfig.locale);
  return (
    <Select
      name="country"
      label={t('country.label')}
      placeholder={t('country.choose')}
      options={COUNTRIES.map((code) => ({ value: code, label: countryName(code) })).toSorted((a, b) =>
        compare(a.label, b.label),
      )}
      value={value}
      onValueChange={onValueChange}
      error={error}
    />
  );
}
