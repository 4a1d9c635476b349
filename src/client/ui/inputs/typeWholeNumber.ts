import { perLocale } from './perLocale.ts';

const format = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));

/** Leaves a whole number up to `max` in groups of thousands of what was typed, the caret where it was (S4). @returns null when nothing is left */
export function typeWholeNumber(input: HTMLInputElement, max: number, locale: string): number | null {
  const typed = digitsOf(input.value);
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? undefined)).length;
  const next = typed === '' ? null : Math.min(max, Number(typed));
  input.value = wholeNumberText(next, locale);
  const caret = placeAfter(input.value, digitsBefore);
  input.setSelectionRange(caret, caret);
  return next;
}

/** '' for null. */
export const wholeNumberText = (number: number | null, locale: string): string =>
  number === null ? '' : format(locale).format(number);

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Where a text goes on after so many of its digits. */
function placeAfter(text: string, digits: number): number {
  let at = 0;
  for (let passed = 0; passed < digits && at < text.length; at += 1)
    if (/\d/.test(text[at] ?? '')) passed += 1;
  return at;
}
