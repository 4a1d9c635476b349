import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { euroOf, hundredthsOf } from '../../parts/typedEuro.ts';
import { useDraftField } from './draftContext.ts';
import { InputRow } from './InputRow.tsx';
import styles from './Form.module.css';

export type NumberUnit = 'whole' | 'euro' | 'percent' | 'bonus';

/** Decimal digits of each unit. */
const DIGITS: Record<NumberUnit, number> = { whole: 0, euro: 2, percent: 2, bonus: 2 };
/** The coefficient without a bonus; 10,500 basis points are a bonus of 5 %. */
const NOTHING_ADDED = 10_000;

const written = (value: unknown, unit: NumberUnit): string => {
  if (typeof value !== 'number') return '';
  const shown = unit === 'bonus' ? value - NOTHING_ADDED : value;
  if (DIGITS[unit] === 0) return String(shown);
  return unit === 'euro' ? euroOf(shown) : hundredthsOf(shown);
};

/**
 * Reads "12,50" or "12.5" as hundredths, and whole numbers unchanged.
 * @returns undefined when the text is not a number
 */
function read(typed: string, unit: NumberUnit): number | undefined {
  const match = /^(-?\d{1,12})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s€%]/g, ''));
  if (!match || (DIGITS[unit] === 0 && match[2])) return undefined;
  const whole =
    DIGITS[unit] === 0 ? Number(match[1]) : Math.round(Number(`${match[1]}.${match[2] ?? '0'}`) * 100);
  return unit === 'bonus' ? whole + NOTHING_ADDED : whole;
}

interface NumberInputProps {
  path: FieldPath;
  label: string;
  hint?: string | undefined;
  unit?: NumberUnit | undefined;
  isOptional?: boolean | undefined;
  /** Whether only the control is rendered, without label and error, for cells of a table. */
  isBare?: boolean;
  isFixed?: boolean | undefined;
}

/** A number of the draft in people's notation. Invalid text stays in the field with an error. */
export function NumberInput({
  path,
  label,
  hint,
  unit = 'whole',
  isOptional,
  isBare,
  isFixed,
}: NumberInputProps) {
  const { t } = useTranslation('operatorCatalogue');
  const { value, set, error, isNeeded, isReadOnly } = useDraftField(path);
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && typed !== '' && read(typed, unit) === undefined;
  const change = (next: string) => {
    setTyped(next);
    const number = read(next, unit);
    if (number !== undefined) set(number);
    // without null, the draft would be published with the last valid number
    else set(next.trim() === '' && isOptional ? undefined : null);
  };
  const input = {
    className: styles.input,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    readOnly: isReadOnly || isFixed,
    value: typed ?? written(value, unit),
    onBlur: () => !isWrong && setTyped(undefined),
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  };
  if (isBare)
    return (
      <input
        {...input}
        aria-label={label}
        aria-invalid={Boolean(error) || isWrong}
        title={error}
        data-number
      />
    );
  return (
    <InputRow
      label={label}
      error={isWrong ? t('mistakes.notNumber') : error}
      isNeeded={isNeeded}
      hint={hint}
      size="small"
    >
      {(control) => <input {...control} {...input} data-number />}
    </InputRow>
  );
}
