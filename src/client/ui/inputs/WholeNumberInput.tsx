import { Field as Base } from '@base-ui/react/field';
import type { ChangeEvent, KeyboardEvent, Ref } from 'react';
import { digitsOnly, typeWholeNumber, wholeNumberText } from './typeWholeNumber.ts';

interface WholeNumberInputProps {
  /** null while it is empty. */
  value: number | null;
  onValueChange: (value: number | null) => void;
  max: number;
  /** Step of the arrow keys. */
  step: number;
  locale: string;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * An input for a whole number from 0 to `max`, in groups of thousands (S4). It accepts only digits and limits the
 * number to `max`. A value set from outside is shown at once, even while the input has the focus. Used inside a
 * `Field.Root`.
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
