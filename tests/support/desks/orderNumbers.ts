/** SQL: a number for an order that a test inserts, different for each whole number below 64,000,000. */
export const numberOf = (column: string): string =>
  `'ONE-' || translate(lpad(to_hex(${column}), 6, '0'), '0123456789abcdef', 'BCDFGHJKMPQRTVWX')`;
