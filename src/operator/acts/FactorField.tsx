import { useTranslation } from 'react-i18next';
import { Field } from '#/client/ui/inputs/Field.tsx';

interface FactorFieldProps {
  value: string;
  error?: string | undefined;
  onValueChange: (value: string) => void;
}

/** Takes a code of the authenticator, or a recovery code. */
export function FactorField({ value, error, onValueChange }: FactorFieldProps) {
  const { t } = useTranslation('operator');
  return (
    <Field
      name="code"
      label={t('factor.label')}
      hint={t('factor.hint')}
      autoComplete="one-time-code"
      maxLength={32}
      value={value}
      error={error}
      onChange={(event) => onValueChange(event.currentTarget.value)}
    />
  );
}
