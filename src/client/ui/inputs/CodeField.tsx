import { Field as Base } from '@base-ui/react/field';
import { OTPField } from '@base-ui/react/otp-field';
import { useEffect, useRef } from 'react';
import { ClearButton } from './ClearButton.tsx';
import styles from './CodeField.module.css';
import { FieldNotes } from './Field.tsx';
import fieldStyles from './Field.module.css';

interface CodeFieldProps {
  name: string;
  label: string;
  /** The name of one box for a screen reader; the first is counted as 1. */
  boxLabel: (box: number) => string;
  /** The name of the button that empties the boxes. */
  clearLabel: string;
  value: string;
  onValueChange: (value: string) => void;
  /** Called when the last box is filled, by typing or pasting. */
  onComplete?: ((value: string) => void) | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  disabled?: boolean | undefined;
  /** Whether the first box gets the focus when the field appears. A wrong code is cleared by a new `key`. */
  startsFocused?: boolean | undefined;
}

const BOXES = [1, 2, 3, 4, 5, 6] as const;

/**
 * A code of six digits, a box for each. A whole code may be pasted into any of them. Once a digit is typed, a button
 * empties the boxes and returns to the first (A3).
 */
export function CodeField({
  name,
  label,
  boxLabel,
  clearLabel,
  value,
  onValueChange,
  onComplete,
  error,
  hint,
  disabled = false,
  startsFocused = false,
}: CodeFieldProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (startsFocused) first.current?.focus();
  }, [startsFocused]);
  return (
    <Base.Root name={name} invalid={Boolean(error)} disabled={disabled} className={fieldStyles.field}>
      <Base.Label className={`label ${fieldStyles.label}`}>{label}</Base.Label>
      <span className={styles.row}>
        <OTPField.Root
          length={BOXES.length}
          value={value}
          onValueChange={(next) => onValueChange(next)}
          onValueComplete={(whole) => onComplete?.(whole)}
          className={styles.boxes}
        >
          {BOXES.map((box) => (
            // the label already names the first box, and would override a name of its own
            <span key={box} className={`cut ${fieldStyles.control} ${styles.box}`}>
              <OTPField.Input
                ref={box === 1 ? first : undefined}
                className={styles.input}
                {...(box > 1 && { 'aria-label': boxLabel(box) })}
              />
            </span>
          ))}
        </OTPField.Root>
        <ClearButton
          label={clearLabel}
          isShown={!disabled && value !== ''}
          onClear={() => {
            onValueChange('');
            first.current?.focus();
          }}
        />
      </span>
      <FieldNotes error={error} hint={hint} />
    </Base.Root>
  );
}
