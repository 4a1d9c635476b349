import type { Separator } from '#/contract/operator/figures/exports.ts';

/** Marks the file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';
const SIGNS: Record<Separator, string> = { comma: ',', semicolon: ';', tab: '\t' };
/** Beginnings of texts that a spreadsheet may run as a formula. It reads full-width signs like plain ones. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Text that a spreadsheet reads as a number. It is not escaped, so that negative amounts stay numbers. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A text without separators, quotes and formulas, which is the usual case in a large file. */
const HARMLESS = /^(?:[0-9A-Za-z][\w .:/]*)?$/;

/** Writes a line of a CSV file (RFC 4180). An apostrophe is put before texts that a spreadsheet would run (O26). */
export function csvLine(cells: readonly (string | null)[], separator: Separator): string {
  const sign = SIGNS[separator];
  return `${cells.map((cell) => csvCell(cell ?? '', sign)).join(sign)}\r\n`;
}

function csvCell(text: string, sign: string): string {
  if (HARMLESS.test(text)) return text;
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  const isQuoted = safe.includes(sign) || /["\r\n]/.test(safe);
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}
