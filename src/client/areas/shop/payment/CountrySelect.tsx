import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRIES } from '#/contract/kernel/countries.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale } from '#/client/ui/display/formatPrice.ts';
import { Select } from '#/client/ui/inputs/Select.tsx';

interface CountrySelectProps {
  /** '' while none is chosen. */
  value: string;
  onValueChange: (country: string) => void;
  error: string | undefined;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Selects the country that the buyer lives in, which some payment methods do not tell (S11). */
export function CountrySelect({ value, onValueChange, error, disabled = false, ref }: CountrySelectProps) {
  const { t } = useTranslation('shop');
  return (
    <Select
      name="country"
      label={t('checkout.country')}
      placeholder={t('checkout.countryPlaceholder')}
      hint={t('checkout.countryHint')}
      options={optionsOf(pageConfig.locale)}
      value={value}
      onValueChange={onValueChange}
      error={error}
      disabled={disabled}
      ref={ref}
    />
  );
}

/** All countries by their names in a language, in its alphabet. */
const optionsOf = cachedByLocale((locale) => {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((a, b) =>
    compare(a.label, b.label),
  );
});
