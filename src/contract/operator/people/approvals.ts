import * as z from 'zod/mini';
import { reason } from './people.ts';

/**
 * changed: the target has changed since the request; lapsed: nobody decided in time, or the asking
 * operator lost the permission.
 */
export const APPROVAL_STATES = ['waiting', 'approved', 'declined', 'withdrawn', 'changed', 'lapsed'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/**
 * Answer of an act beyond a limit of the caller, with status 202. The act waits until a second
 * person approves it.
 */
export const pendingReply = z.object({
  pending: z.object({
    id: z.int(),
    /** End of the request, ISO 8601. */
    expiresAt: z.string(),
  }),
});
export type PendingReply = z.infer<typeof pendingReply>;

const fields = z.record(z.string(), z.unknown());

const approval = z.object({
  id: z.int(),
  /** Name of the act, the same as in the audit log. */
  act: z.string(),
  permission: z.string(),
  asker: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** Size of the act, in `unit`. */
  amount: z.nullable(z.int()),
  unit: z.string(),
  /** Consequences at the time of the request. `approve/preview` returns the current ones. */
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
  /** Requests that the caller may decide, the oldest first. */
  toDecide: z.array(approval),
  /** Requests of the caller, the newest first. */
  own: z.array(approval),
});
export const approvalReply = approval;

export const approveBody = z.strictObject({ reason: z.optional(reason) });
export const declineBody = z.strictObject({ reason });
export const withdrawBody = z.strictObject({ reason: z.optional(reason) });
