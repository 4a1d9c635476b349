/**
 * Reads a whole number as people type it, with or without spaces between thousands.
 * @returns undefined if it is not a whole number, or not within 1 and `most`
 */
export function typedWhole(typed: string, most: number): number | undefined {
  const digits = typed.replaceAll(/\s/g, '');
  if (!/^\d{1,10}$/.test(digits)) return undefined;
  const number = Number(digits);
  return number >= 1 && number <= most ? number : undefined;
}
