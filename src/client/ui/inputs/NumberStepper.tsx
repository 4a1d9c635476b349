import { Field as Base } from '@base-ui/react/field';
import { NumberField } from '@base-ui/react/number-field';
import { digitsOnly } from './typeWholeNumber.ts';
import { FieldNotes } from './Field.tsx';
import fieldStyles from './Field.module.css';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './NumberStepper.module.css';

interface NumberStepperProps {
  name: string;
  label: string;
  /** Hides the label from view where the context is clear. */
  isLabelUnseen?: boolean;
  value: number;
  onValueChange: (value: number) => void;
  min: number;
  max: number;
  decreaseLabel: string;
  increaseLabel: string;
  /** Role description of the field, in the page's language. */
  kindLabel: string;
  error?: string | undefined;
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

const WHOLE = { maximumFractionDigits: 0, useGrouping: false };

/** A whole number with a button on each side. Reports only values from `min` to `max`; an empty field gives `min` (S8). */
export function NumberStepper({
  name,
  label,
  isLabelUnseen = false,
  value,
  onValueChange,
  min,
  max,
  decreaseLabel,
  increaseLabel,
  kindLabel,
  error,
  hint,
  disabled = false,
}: NumberStepperProps) {
  const report = (next: number) => onValueChange(Math.min(max, Math.max(min, Math.trunc(next))));
  return (
    <Base.Root name={name} invalid={Boolean(error)} disabled={disabled} className={fieldStyles.field}>
      <Base.Label className={isLabelUnseen ? 'unseen' : `label ${fieldStyles.label}`}>{label}</Base.Label>
      <NumberField.Root
        value={value}
        min={min}
        max={max}
        format={WHOLE}
        onValueChange={(next) => next !== null && report(next)}
        onValueCommitted={(next) => report(next ?? min)}
      >
        <NumberField.Group className={`cut ${fieldStyles.control} ${styles.group}`}>
          <NumberField.Decrement className={styles.step} aria-label={decreaseLabel}>
            <Icon name="minus" />
          </NumberField.Decrement>
          <NumberField.Input
            className={styles.input}
            aria-roledescription={kindLabel}
            onKeyDown={digitsOnly}
          />
          <NumberField.Increment className={styles.step} aria-label={increaseLabel}>
            <Icon name="plus" />
          </NumberField.Increment>
        </NumberField.Group>
      </NumberField.Root>
      <FieldNotes error={error} hint={hint} />
    </Base.Root>
  );
}
