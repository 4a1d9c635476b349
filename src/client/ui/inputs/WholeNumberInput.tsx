import { Field as Base } from '@base-ui/react/field';
import type { ChangeEvent, KeyboardEvent, Ref } from 'react';
import { digitsOnly, typeWholeNumber, wholeNumberText } from './typeWholeNumber.ts';

interface WholeNumberInputProps {
  /** null while it is empty. */
  value: number | null;
  onValueChange: (value: number | null) => void;
  max: number;
  /** How much an arrow key adds or subtracts. */
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
  const onChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) =>
    onValueChange(typeWholeNumber(input, max, locale));

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
      value={wholeNumberText(value, locale)}
      onChange={onChange}
      onKeyDown={onKeyDown}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
    />
  );
}
