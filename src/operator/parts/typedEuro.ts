/**
 * Reads an amount in euro, "12,50" or "12.5".
 * @returns cents; undefined when the text is not an amount
 */
export function centsOf(typed: string): number | undefined {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s€]/g, ''));
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Formats cents for an input field: "12.50". */
export const euroOf = (cents: number): string => (cents / 100).toFixed(2);
