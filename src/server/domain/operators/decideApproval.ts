import { eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { gradeOf, type OperatorRole } from '#/contract/operator/people/permissions.ts';
import { approvals, operators } from '#/server/platform/db/tables/operators/operators.ts';
import { rolledBack, withTx } from '#/server/platform/db/tx.ts';
import { type AuditEvent, writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { AppError, fail } from '#/server/platform/kernel/errors.ts';
import { type ApprovalRow, endApproval, lockWaiting, versionOf } from './approvals.ts';
import type { Act, Actor, ActOutcome } from './act.ts';
import { auditAct } from './operatorActs.ts';

/** Runs an act with the stored input of a request. */
export type StoredWork = (tx: NodePgDatabase, input: unknown, actor: Actor) => Promise<ActOutcome<unknown>>;
/** The acts that can wait for a second person, by their names in the audit log. */
export type StoredActs = ReadonlyMap<string, StoredWork>;

interface Decision {
  id: number;
  by: Act['by'];
  reason: string | null;
}

/**
 * Whether a role may approve or decline a request: it has the permission without a limit, and the request is another
 * operator's.
 */
export const mayDecide = (
  caller: { id: number; role: OperatorRole },
  { operatorId, permission }: Pick<ApprovalRow, 'operatorId' | 'permission'>,
): boolean => operatorId !== caller.id && gradeOf(caller.role, permission) === 'yes';

/**
 * Finds the operator and the permission of a request.
 * @throws AppError notFound
 */
export async function requestOf({ db }: Pick<Deps, 'db'>, id: number) {
  const [row] = await db
    .select({ operatorId: approvals.operatorId, permission: approvals.permission, act: approvals.act })
    .from(approvals)
    .where(eq(approvals.id, id));
  return row ?? fail('notFound');
}

/**
 * Does a requested act in the transaction of the second person; the audit log names both (O5). If two people approve
 * at once, one succeeds. If the target has changed, or the asking operator lost the permission, the request ends
 * without the act.
 * @throws AppError notFound; approvalEnded; operatorForbidden if the approver lost the permission; operatorChanged;
 * and what the act throws, which leaves the request waiting
 */
export async function approve(deps: Deps, acts: StoredActs, { id, by, reason }: Decision): Promise<void> {
  const end = await withTx(deps.pool, async (tx) => {
    const row = await lockWaiting(tx, deps, id);
    const ended = { decidedBy: by.operatorId, decision: reason };
    const { asker, approver } = await lockPeople(tx, row.operatorId, by.operatorId);
    if (approver?.state !== 'active' || !mayDecide(approver, row)) return fail('operatorForbidden');
    if (asker?.state !== 'active' || gradeOf(asker.role, row.permission) === 'no') {
      await endApproval(tx, deps, id, 'lapsed', ended);
      return 'lapsed';
    }
    const outcome = await runUnlessChanged(tx, acts, row, asker);
    if (!outcome) {
      await endApproval(tx, deps, id, 'changed', ended);
      return 'changed';
    }
    const { act: event, reason: asked } = row;
    const names = { ...by, operatorId: row.operatorId, approvedBy: by.operatorId };
    await auditAct(tx, deps, { event: event as AuditEvent, by: names, reason: asked }, outcome);
    await endApproval(tx, deps, id, 'approved', ended);
    return 'approved';
  });
  if (end === 'lapsed') fail('approvalEnded');
  if (end === 'changed') fail('operatorChanged');
}

/**
 * Runs a requested act and rolls it back.
 * @throws AppError as `approve` does
 */
export function previewApproval(deps: Deps, acts: StoredActs, id: number) {
  return rolledBack(deps.pool, async (tx) => {
    const row = await lockWaiting(tx, deps, id);
    const { asker } = await lockPeople(tx, row.operatorId, row.operatorId);
    const outcome = await runUnlessChanged(tx, acts, row, asker!);
    return outcome ? { before: outcome.before, after: outcome.after } : fail('operatorChanged');
  });
}

/** Declines another operator's request, or withdraws the caller's own. */
export async function endWaiting(
  deps: Deps,
  state: 'declined' | 'withdrawn',
  { id, by, reason }: Decision,
): Promise<void> {
  await withTx(deps.pool, async (tx) => {
    const { targetType, targetId, act: asked } = await lockWaiting(tx, deps, id);
    await endApproval(tx, deps, id, state, { decidedBy: by.operatorId, decision: reason });
    await writeAudit(tx, deps, {
      accountId: null,
      actor: 'operator',
      event: state === 'declined' ? 'approvalDeclined' : 'approvalWithdrawn',
      detail: { approval: id, act: asked },
      act: { ...by, targetType, targetId, ...(reason !== null && { reason }) },
    });
  });
}

/** Locks role and state of both operators until the transaction ends. */
async function lockPeople(tx: NodePgDatabase, askerId: number, approverId: number) {
  const people = await tx
    .select()
    .from(operators)
    .where(inArray(operators.id, [askerId, approverId]))
    .orderBy(operators.id)
    .for('share');
  const one = (id: number) => people.find((person) => person.id === id);
  return { asker: one(askerId), approver: one(approverId) };
}

/** @returns undefined without doing anything, if the target has changed since the request */
async function runUnlessChanged(
  tx: NodePgDatabase,
  acts: StoredActs,
  row: ApprovalRow,
  asker: Actor,
): Promise<ActOutcome<unknown> | undefined> {
  const work = acts.get(row.act);
  if (!work) throw new Error(`no act ${row.act}`);
  await tx.execute(sql`SAVEPOINT act`);
  const outcome = await work(tx, row.input, asker).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'operatorChanged') return undefined;
    throw error;
  });
  if (outcome && versionOf(outcome) === row.targetVersion) return outcome;
  await tx.execute(sql`ROLLBACK TO SAVEPOINT act`);
  return undefined;
}
