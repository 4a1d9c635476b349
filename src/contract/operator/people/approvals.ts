import * as z from 'zod/mini';
import { reason } from './people.ts';

/** changed: the target is another than when it was asked; lapsed: nobody decided in time, or the asker may no more. */
export const APPROVAL_STATES = ['waiting', 'approved', 'declined', 'withdrawn', 'changed', 'lapsed'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Answer of an act beyond a limit of the caller, with status 202: nothing is done until a second person approves. */
export const pendingReply = z.object({
  pending: z.object({
    id: z.int(),
    /** ISO 8601: then the request lapses. */
    expiresAt: z.string(),
  }),
});
export type PendingReply = z.infer<typeof pendingReply>;

const fields = z.record(z.string(), z.unknown());

const approval = z.object({
  id: z.int(),
  /** As in the audit log. */
  act: z.string(),
  permission: z.string(),
  asker: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** How much, in `unit`. */
  amount: z.nullable(z.int()),
  unit: z.string(),
  /** Consequences when it was asked; `approve/preview` tells those of now. */
  before: fields,
  after: fields,
  reason: z.string(),
  state: z.enum(APPROVAL_STATES),
  createdAt: z.string(),
  expiresAt: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  decision: z.nullable(z.string()),
});
export type Approval = z.infer<typeof approval>;

export const approvalsReply = z.object({
  /** Those that the caller may decide, the oldest first. */
  toDecide: z.array(approval),
  /** Those that the caller has asked, the newest first. */
  own: z.array(approval),
});
export const approvalReply = approval;

export const approveBody = z.strictObject({ reason: z.optional(reason) });
export const declineBody = z.strictObject({ reason });
export const withdrawBody = z.strictObject({ reason: z.optional(reason) });
