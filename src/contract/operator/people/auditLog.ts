import * as z from 'zod/mini';
import { text } from '#/contract/kernel/text.ts';

export const AUDIT_PAGE_ROWS = 50;

const wholeNumber = text(15).check(z.regex(/^[1-9]\d{0,14}$/));

/** Entries older than `before`, optionally of one person or one target. */
export const auditQuery = z.strictObject({
  before: z.optional(wholeNumber),
  operator: z.optional(wholeNumber),
});
export type AuditQuery = z.output<typeof auditQuery>;

const fields = z.record(z.string(), z.unknown());

const auditEntry = z.object({
  /** Rises with time. */
  id: z.int(),
  /** ISO 8601. */
  at: z.string(),
  /** Name of the operator. Null for a command in the shell. */
  operator: z.nullable(z.string()),
  /** Name of the approving second person. Null for an act that needed none. */
  approvedBy: z.nullable(z.string()),
  act: z.string(),
  targetType: z.nullable(z.string()),
  targetId: z.nullable(z.string()),
  before: z.nullable(fields),
  after: z.nullable(fields),
  reason: z.nullable(z.string()),
  /** Network of the browser without its last part. */
  network: z.nullable(z.string()),
});

export const auditReply = z.object({
  entries: z.array(auditEntry),
  nextBefore: z.nullable(z.int()),
});
