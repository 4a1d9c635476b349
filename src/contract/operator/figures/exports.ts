import * as z from 'zod/mini';
import { text } from '#/contract/kernel/text.ts';
import { reason } from '../people/people.ts';
import { isRange, rangeFields, serverKey } from './dashboard.ts';

/** Kinds of files that operators can export. */
export const EXPORT_KINDS = [
  'orders',
  'payments',
  'refunds',
  'vat',
  'vat-doubts',
  'payouts',
  'payouts-missing',
  'deliveries',
  'ledger',
  'audit',
  'players',
] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Separators between the fields of a line. Spreadsheets in many languages expect semicolons. */
export const SEPARATORS = ['comma', 'semicolon', 'tab'] as const;
export type Separator = (typeof SEPARATORS)[number];

export const makeExportBody = z
  .strictObject({
    kind: z.enum(EXPORT_KINDS),
    ...rangeFields,
    server: z.optional(serverKey),
    separator: z.enum(SEPARATORS),
    reason,
  })
  .check(z.refine(isRange, { path: ['to'] }));
export type MakeExportBody = z.output<typeof makeExportBody>;

export const makeExportReply = z.object({
  /** Token that downloads the file once, within a minute. */
  ticket: z.string(),
  rows: z.int(),
});
export const exportParams = z.strictObject({ id: text(43).check(z.regex(/^[\w-]{43}$/)) });
