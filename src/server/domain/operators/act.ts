import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Permission } from '#/contract/operator/people/permissions.ts';
import type { AuditEvent, OperatorAct } from '#/server/platform/kernel/audit.ts';
import type { OperatorSession } from './operatorSessions.ts';

/** What an act has done, for its answer and for the audit log. */
export interface ActOutcome<R> {
  reply: R;
  /** Parts of the answer that are not stored, such as a secret. A repeated key does not get them. */
  shownOnce?: Partial<R>;
  /** Without a version `before` stands for it: a request for a second person ends when it changes. */
  target: { type: string; id: string; version?: number };
  /** Fields that may be seen in the log: no secret, no code, no whole address. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** What only the preview tells, as worked examples; the log keeps none of it. */
  foreseen?: Record<string, unknown>;
  /**
   * How much of a limit the act takes, in the unit of its permission (`LIMIT_UNITS`). Where the role has a limit and an
   * act names no amount, the act waits for a second person.
   */
  amount?: number;
  /** The total for the target, where the limit is per target. Absent if it equals `amount`. */
  amountOfTarget?: number;
}

/** For whom an act is done. */
export type Actor = Pick<OperatorSession, 'id' | 'name' | 'role'>;
export type ActWork<R> = (tx: NodePgDatabase) => Promise<ActOutcome<R>>;

/** Who does what, and why. */
export interface Act {
  event: AuditEvent;
  /** What the act needs. */
  permission: Permission | 'operator';
  operator: Actor;
  by: Pick<OperatorAct, 'requestId' | 'network'> & { operatorId: number };
  reason: string;
  /** Absent: the act runs without a stored answer. */
  key: string | undefined;
  /** The whole input; it must be the same for every request under the key. */
  input: unknown;
}
