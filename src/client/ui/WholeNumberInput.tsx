import { Field as Base } from '@base-ui/react/field';
import type { ChangeEvent, KeyboardEvent, Ref } from 'react';
import { digitsOnly } from './digitsOnly.ts';

interface WholeNumberInputProps {
  /** null while it is empty. */
  value: number | null;
  onValueChange: (value: number | null) => void;
  max: number;
  /** Of the arrow keys. */
  step: number;
  locale: string;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * A whole number from 0 to `max` in groups of thousands: nothing but digits can be typed or pasted, nor more than `max`,
 * and what is set from outside is seen at once, also while it has the focus (S4). Stands in a `Field.Root`.
 */
export function WholeNumberInput({
  value,
  onValueChange,
  max,
  step,
  locale,
  className,
  ref,
}: WholeNumberInputProps) {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const textOf = (number: number | null) => (number === null ? '' : format.format(number));

  function onChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const typed = digitsOf(input.value);
    const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? undefined)).length;
    const next = typed === '' ? null : Math.min(max, Number(typed));
    input.value = textOf(next);
    const caret = placeAfter(input.value, digitsBefore);
    input.setSelectionRange(caret, caret);
    onValueChange(next);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    digitsOnly(event);
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    onValueChange(Math.min(max, Math.max(0, (value ?? 0) + direction * step)));
  }

  return (
    <Base.Control
      {...(ref && { ref })}
      className={className}
      value={textOf(value)}
      onChange={onChange}
      onKeyDown={onKeyDown}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
    />
  );
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Where a text goes on after so many of its digits. */
function placeAfter(text: string, digits: number): number {
  let at = 0;
  for (let passed = 0; passed < digits && at < text.length; at += 1)
    if (/\d/.test(text[at] ?? '')) passed += 1;
  return at;
}
