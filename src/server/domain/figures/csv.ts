import type { Separator } from '#/contract/operator/figures/exports.ts';

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
const SIGNS: Record<Separator, string> = { comma: ',', semicolon: ';', tab: '\t' };
/** A text that begins so may be run as a formula; full-width signs are read as the plain ones. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Text that a spreadsheet reads as a number. It is not escaped, so that negative amounts stay numbers. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A text that no separator, quote or formula is in: nearly every one of a large file. */
const HARMLESS = /^(?:[0-9A-Za-z][\w .:/]*)?$/;

/** Writes a line of a CSV file (RFC 4180). Texts that a spreadsheet would run begin with an apostrophe (O26). */
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
