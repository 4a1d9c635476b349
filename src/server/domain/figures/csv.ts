import type { Separator } from '#/contract/operator/figures/exports.ts';

/** Marks the file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';
export const SIGNS: Record<Separator, string> = { comma: ',', semicolon: ';', tab: '\t' };
/** Beginnings of texts that a spreadsheet may run as a formula. It reads full-width signs like plain ones. */
export const FORMULA_SIGNS = '=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20';
/**
 * A separator of any file, or a line end, before a formula sign. A spreadsheet that splits a file at another separator
 * than its own would see the formula at the start of a cell. Spaces and quotes between them change nothing.
 */
export const INNER_FORMULA = '([,;\t\r\n])([ "\u000B\f\u00A0]*)(?=[=+@\uFF1D\uFF0B\uFF0D\uFF20-])';
const INNER = new RegExp(INNER_FORMULA, 'g');
/** Text that a spreadsheet reads as a number. It is not escaped, so that negative amounts stay numbers. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Writes a line of a CSV file (RFC 4180). An apostrophe is put before texts that a spreadsheet would run (O26). */
export function csvLine(cells: readonly (string | null)[], separator: Separator): string {
  const sign = SIGNS[separator];
  return `${cells.map((cell) => csvCell(cell ?? '', sign)).join(sign)}\r\n`;
}

function csvCell(text: string, sign: string): string {
  const isFormula = text !== '' && FORMULA_SIGNS.includes(text.charAt(0)) && !NUMBER.test(text);
  const safe = (isFormula ? `'${text}` : text).replaceAll(INNER, "$1'$2");
  const isQuoted = safe.includes(sign) || /["\r\n]/.test(safe);
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}
