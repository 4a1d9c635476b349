/**
 * Reads a rate that an operator types, as 21 or 25.5. An empty text is no rate: `Number` would make it 0 %.
 * @returns basis points; undefined for anything else
 */
export const vatBasisPoints = (text = ''): number | undefined =>
  /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
