import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from './Filters.tsx';
import styles from './Filters.module.css';

interface InputProps extends ControlProps {
  type?: 'text' | 'date';
  inputMode?: 'text' | 'decimal' | 'numeric';
}

/** Keys that change nothing in a field. */
const STEADY = new Set(['Tab', 'Enter', 'Escape', 'Shift', 'Control', 'Alt', 'Meta']);
/** Whether a key opens the browser's calendar. */
const opensCalendar = ({ key, altKey }: KeyboardEvent) =>
  key === ' ' || key === 'F4' || (altKey && key === 'ArrowDown');

/**
 * Filter for a text or a day. It applies on Enter or when the field loses focus, so typing does not fetch the list. A
 * day that is picked in the browser's calendar applies at once.
 */
export function FilterInput({ label, value, type = 'text', inputMode, error, onValueChange }: InputProps) {
  const { t } = useTranslation('operator');
  const field = useRef<HTMLInputElement>(null);
  /** Whether the field holds input that is not applied yet. */
  const isEdited = useRef(false);
  const isTyped = useRef(false);
  /** Whether the field holds a part of a day, which has no value. */
  const [isPart, setIsPart] = useState(false);

  // a new address changes the value of the same element, because a new element would not have the focus
  useEffect(() => {
    if (field.current && !isEdited.current) field.current.value = value;
  }, [value]);

  function take(input: HTMLInputElement) {
    if (!isEdited.current) return;
    isEdited.current = false;
    setIsPart(input.validity.badInput);
    const next = input.value.trim();
    if (!input.validity.badInput && (next !== value || error)) onValueChange(next);
  }
  const wrong = isPart ? t('filters.wrong') : error;
  return (
    <label className={styles.control} data-set={value !== '' || undefined}>
      <span>{label}</span>
      <input
        ref={field}
        type={type}
        inputMode={inputMode}
        defaultValue={value}
        aria-invalid={Boolean(wrong)}
        spellCheck={false}
        autoComplete="off"
        onBlur={(event) => take(event.currentTarget)}
        onPointerDown={() => {
          isTyped.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget);
          isTyped.current = !opensCalendar(event);
          if (!STEADY.has(event.key)) isEdited.current = true;
        }}
        onChange={(event) => {
          isEdited.current = true;
          // each typed digit makes another day
          if (type === 'date' && !isTyped.current && event.currentTarget.value !== '')
            take(event.currentTarget);
        }}
      />
      {wrong && (
        <span role="alert" className={styles.error}>
          {wrong}
        </span>
      )}
    </label>
  );
}
