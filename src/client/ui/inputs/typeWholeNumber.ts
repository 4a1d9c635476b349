import { cachedByLocale } from '#/client/ui/display/formatPrice.ts';
import type { KeyboardEvent } from 'react';

const format = cachedByLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));

/**
 * Reads a whole number up to `max` from a typed text and groups its digits; the caret keeps its place (S4).
 * @returns null for an empty text
 */
export function typeWholeNumber(input: HTMLInputElement, max: number, locale: string): number | null {
  const typed = digitsOf(input.value);
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? undefined)).length;
  const next = typed === '' ? null : Math.min(max, Number(typed));
  input.value = wholeNumberText(next, locale);
  const caret = placeAfter(input.value, digitsBefore);
  input.setSelectionRange(caret, caret);
  return next;
}

/** Formats a whole number in groups of thousands; '' for null. */
export const wholeNumberText = (number: number | null, locale: string): string =>
  number === null ? '' : format(locale).format(number);

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Returns the position in a text after a number of digits. */
function placeAfter(text: string, digits: number): number {
  let at = 0;
  for (let passed = 0; passed < digits && at < text.length; at += 1)
    if (/\d/.test(text[at] ?? '')) passed += 1;
  return at;
}

/** Prevents characters that are no digits from being typed; for `onKeyDown` of a number field (S4, S8). */
export function digitsOnly(event: KeyboardEvent): void {
  const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isCharacter && !/\d/.test(event.key)) event.preventDefault();
}
