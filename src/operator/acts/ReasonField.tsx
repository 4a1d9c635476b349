import { Field as Base } from '@base-ui/react/field';
import { useTranslation } from 'react-i18next';
import { REASON_MAX_LENGTH } from '#/contract/operator/people/people.ts';
import { FieldNotes } from '#/client/ui/inputs/Field.tsx';
import styles from './ReasonField.module.css';

interface ReasonFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  onValueChange: (value: string) => void;
}

/** Text field for the reason of an act. */
export function ReasonField({ label, value, error, onValueChange }: ReasonFieldProps) {
  const { t } = useTranslation('operator');
  return (
    <Base.Root name="reason" invalid={Boolean(error)} className={styles.field}>
      <Base.Label className={`label ${styles.label}`}>{label}</Base.Label>
      <Base.Control
        render={<textarea rows={3} maxLength={REASON_MAX_LENGTH} />}
        className={styles.input}
        value={value}
        onValueChange={(next) => onValueChange(next)}
      />
      <FieldNotes error={error} hint={t('act.reasonHint')} />
    </Base.Root>
  );
}
