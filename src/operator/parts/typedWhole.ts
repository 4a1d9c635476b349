/**
 * Reads a whole number, with or without spaces between thousands.
 * @returns undefined when the text is not a whole number from 1 to `most`
 */
export function typedWhole(typed: string, most: number): number | undefined {
  const digits = typed.replaceAll(/\s/g, '');
  if (!/^\d{1,10}$/.test(digits)) return undefined;
  const number = Number(digits);
  return number >= 1 && number <= most ? number : undefined;
}
