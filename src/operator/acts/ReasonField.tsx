import { useTranslation } from 'react-i18next';
import { REASON_MAX_LENGTH } from '#/contract/operator/people/people.ts';
import { ProseField } from './ProseField.tsx';

interface ReasonFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  onValueChange: (value: string) => void;
}

/** Field for the reason of an act. */
export function ReasonField(field: ReasonFieldProps) {
  const { t } = useTranslation('operator');
  return <ProseField {...field} name="reason" hint={t('act.reasonHint')} maxLength={REASON_MAX_LENGTH} />;
}
