import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type ReactNode, useId } from 'react';
import styles from './ChoiceRow.module.css';

interface Choice<T extends string> {
  value: T;
  label: string;
  /** Content before the text, such as a mark. */
  sign?: ReactNode;
  disabled?: boolean | undefined;
}

interface ChoiceRowProps<T extends string> {
  label: string;
  /** Hides the label, because the surroundings say the same. */
  hasHiddenLabel?: boolean;
  choices: readonly Choice<T>[];
  /** '' while nothing is chosen. */
  value: T | '';
  onValueChange: (value: T) => void;
  disabled?: boolean;
}

/** A choice between a few short words or numbers in a row, such as counts (C6) and filters (C5). */
export function ChoiceRow<T extends string>({
  label,
  hasHiddenLabel = false,
  choices,
  value,
  onValueChange,
  disabled = false,
}: ChoiceRowProps<T>) {
  const labelId = useId();
  return (
    <div className={styles.row}>
      <span id={labelId} className={hasHiddenLabel ? 'unseen' : `label ${styles.label}`}>
        {label}
      </span>
      <RadioGroup
        aria-labelledby={labelId}
        className={styles.choices}
        value={value}
        onValueChange={(next) => onValueChange(next as T)}
        disabled={disabled}
      >
        {choices.map((choice) => (
          <Radio.Root
            key={choice.value}
            value={choice.value}
            disabled={choice.disabled ?? false}
            className={styles.choice}
          >
            {choice.sign}
            {choice.label}
          </Radio.Root>
        ))}
      </RadioGroup>
    </div>
  );
}
