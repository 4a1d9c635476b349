import { Field as Base } from '@base-ui/react/field';
import { FieldNotes } from '#/client/ui/inputs/Field.tsx';
import styles from './ProseField.module.css';

interface ProseFieldProps {
  name: string;
  label: string;
  hint: string;
  maxLength: number;
  value: string;
  error?: string | undefined;
  onValueChange: (value: string) => void;
}

/** Field for a few sentences. */
export function ProseField({ name, label, hint, maxLength, value, error, onValueChange }: ProseFieldProps) {
  return (
    <Base.Root name={name} invalid={Boolean(error)} className={styles.field}>
      <Base.Label className={`label ${styles.label}`}>{label}</Base.Label>
      <Base.Control
        render={<textarea rows={3} maxLength={maxLength} />}
        className={styles.input}
        value={value}
        onValueChange={(next) => onValueChange(next)}
      />
      <FieldNotes error={error} hint={hint} />
    </Base.Root>
  );
}
