import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftField } from './draftContext.ts';
import { InputRow } from './InputRow.tsx';
import styles from './Form.module.css';

export interface Option {
  value: string;
  label: string;
}

interface ChoiceInputProps {
  path: FieldPath;
  label: string;
  options: readonly Option[];
  /** Whether the values are numbers. */
  isNumber?: boolean | undefined;
  /** Label of the option that removes the field. */
  noneLabel?: string | undefined;
  isFixed?: boolean | undefined;
  onChosen?: (value: string) => void;
}

/** Selects one of several values. An unknown current value is kept and shown as an option. */
export function ChoiceInput({ path, label, options, isNumber, noneLabel, isFixed }: ChoiceInputProps) {
  const { value, set, error, isNeeded, isReadOnly } = useDraftField(path);
  const current = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const isKnown = current === '' || options.some((option) => option.value === current);
  return (
    <InputRow label={label} error={error} isNeeded={isNeeded}>
      {(control) => (
        <select
          {...control}
          className={styles.input}
          disabled={isReadOnly || isFixed}
          value={current}
          onChange={({ currentTarget: { value: next } }) =>
            set(next === '' ? undefined : isNumber ? Number(next) : next)
          }
        >
          {(noneLabel !== undefined || current === '') && <option value="">{noneLabel ?? ''}</option>}
          {!isKnown && <option value={current}>{current}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </InputRow>
  );
}
