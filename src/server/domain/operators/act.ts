import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Permission } from '#/contract/operator/people/permissions.ts';
import type { AuditEvent, OperatorAct } from '#/server/platform/kernel/audit.ts';
import type { OperatorSession } from './operatorSessions.ts';

/** Result of an act, for its answer and for the audit log. */
export interface ActOutcome<R> {
  reply: R;
  /** Parts of the answer that are not stored, such as a secret. A repeated key does not get them. */
  shownOnce?: Partial<R>;
  /**
   * The changed thing. If it has no version, `before` takes its place: a request for a second person ends when that
   * changes.
   */
  target: { type: string; id: string; version?: number };
  /** Fields for the audit log, without secrets, codes and full addresses. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Further expected effects for the preview, for example worked examples. The audit log does not store them. */
  foreseen?: Record<string, unknown>;
  /**
   * Amount that counts for a limit, in the unit of the permission (`LIMIT_UNITS`). If the role has a limit and the
   * act has no amount, the act waits for a second person.
   */
  amount?: number;
  /** The total for the target, if the limit is per target. Absent if it equals `amount`. */
  amountOfTarget?: number;
}

/** The operator in whose name an act is done. */
export type Actor = Pick<OperatorSession, 'id' | 'name' | 'role'>;
export type ActWork<R> = (tx: NodePgDatabase) => Promise<ActOutcome<R>>;

/** An act before it is done, with its operator and its reason. */
export interface Act {
  event: AuditEvent;
  /** Permission that the act needs. */
  permission: Permission | 'operator';
  /** Whether the act waits for a second person whatever the role of its operator. */
  isForTwo: boolean;
  operator: Actor;
  /** Session of the operator, which must be alive until the act is done. Absent for acts without one. */
  sessionId?: number;
  by: Pick<OperatorAct, 'requestId' | 'network'> & { operatorId: number };
  reason: string;
  /** Absent when the act runs without a stored answer. */
  key: string | undefined;
  /** The whole input. For every request under the key it must be the same but for its reason and version. */
  input: unknown;
}
