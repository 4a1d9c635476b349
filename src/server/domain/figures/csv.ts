import type { Separator } from '#/contract/operator/figures/exports.ts';

/** Marks the file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';
export const SIGNS: Record<Separator, string> = { comma: ',', semicolon: ';', tab: '\t' };
/** Beginnings of texts that a spreadsheet may run as a formula. It reads full-width signs like plain ones. */
export const FORMULA_SIGNS = '=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20';
/** Text that a spreadsheet reads as a number. It is not escaped, so that negative amounts stay numbers. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Writes a line of a CSV file (RFC 4180). An apostrophe is put before texts that a spreadsheet would run (O26). */
export function csvLine(cells: readonly (string | null)[], separator: Separator): string {
  const sign = SIGNS[separator];
  return `${cells.map((cell) => csvCell(cell ?? '', sign)).join(sign)}\r\n`;
}

function csvCell(text: string, sign: string): string {
  const isFormula = text !== '' && FORMULA_SIGNS.includes(text.charAt(0)) && !NUMBER.test(text);
  const safe = isFormula ? `'${text}` : text;
  const isQuoted = safe.includes(sign) || /["\r\n]/.test(safe);
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}
