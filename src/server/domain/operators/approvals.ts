import { createHash } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, gt, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Approval, ApprovalState, PendingReply } from '#/contract/operator/people/approvals.ts';
import { LIMIT_UNITS, type LimitedPermission } from '#/contract/operator/people/limits.ts';
import { gradeOf, type OperatorRole } from '#/contract/operator/people/permissions.ts';
import { approvals, operators, secondPerson } from '#/server/platform/db/tables/operators/operators.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { Act, ActOutcome } from './act.ts';

/** Time after which an undecided request lapses. */
const WAITING_MS = 24 * 60 * 60_000;
const SHOWN = 100;

export type ApprovalRow = typeof approvals.$inferSelect;

/** State of the target for comparison: its version, or a hash of the fields before. */
export const versionOf = ({ target, before }: Pick<ActOutcome<unknown>, 'target' | 'before'>): string =>
  target.version === undefined
    ? createHash('sha256').update(JSON.stringify(before)).digest('hex')
    : String(target.version);

/** Stores an act that exceeds a limit of its operator, so that a second person can decide (O5). */
export async function askSecondPerson(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { event, permission, by, reason, input }: Act,
  { target, before, after, amount }: ActOutcome<unknown>,
): Promise<PendingReply['pending']> {
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + WAITING_MS);
  const [made] = await tx
    .insert(approvals)
    .values({
      operatorId: by.operatorId,
      act: event,
      permission: permission as LimitedPermission,
      input,
      reason,
      targetType: target.type,
      targetId: target.id,
      targetVersion: versionOf({ target, before }),
      amount: amount ?? null,
      before,
      after,
      createdAt,
      expiresAt,
    })
    .returning({ id: approvals.id });
  const act = { ...by, targetType: target.type, targetId: target.id, before, after, reason };
  const detail = { approval: made!.id, act: event };
  await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'approvalAsked', detail, act });
  return { id: made!.id, expiresAt: expiresAt.toISOString() };
}

/** Whether acts beyond a limit wait for a second person. */
export async function isSecondPersonAsked(db: NodePgDatabase): Promise<boolean> {
  const [row] = await db.select().from(secondPerson);
  return row?.isAsked ?? true;
}

/**
 * Lists the requests that the caller may decide, the oldest first, and the caller's own requests, the newest first.
 */
export async function listApprovals(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: { id: number; role: OperatorRole },
): Promise<{ toDecide: Approval[]; own: Approval[] }> {
  const whereOpen = and(
    eq(approvals.state, 'waiting'),
    gt(approvals.expiresAt, now()),
    ne(approvals.operatorId, caller.id),
  );
  const waiting = await rowsOf(db).where(whereOpen).orderBy(asc(approvals.id)).limit(SHOWN);
  const own = await rowsOf(db)
    .where(eq(approvals.operatorId, caller.id))
    .orderBy(desc(approvals.id))
    .limit(SHOWN);
  return {
    toDecide: waiting
      .filter((row) => gradeOf(caller.role, row.permission) === 'yes')
      .map((row) => shown(row, now())),
    own: own.map((row) => shown(row, now())),
  };
}

const decider = alias(operators, 'decider');
const rowsOf = (db: NodePgDatabase) =>
  db
    .select({ ...getTableColumns(approvals), asker: operators.name, decider: decider.name })
    .from(approvals)
    .innerJoin(operators, eq(operators.id, approvals.operatorId))
    .leftJoin(decider, eq(decider.id, approvals.decidedBy))
    .$dynamic();

type NamedRow = ApprovalRow & { asker: string; decider: string | null };

const shown = (row: NamedRow, now: Date): Approval => ({
  id: row.id,
  act: row.act,
  permission: row.permission,
  asker: row.asker,
  targetType: row.targetType,
  targetId: row.targetId,
  amount: row.amount,
  unit: LIMIT_UNITS[row.permission],
  before: row.before,
  after: row.after,
  reason: row.reason,
  state: row.state === 'waiting' && row.expiresAt <= now ? 'lapsed' : row.state,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  decidedBy: row.decider,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  decision: row.decision,
});

/**
 * Finds a request in the form for pages.
 * @throws AppError notFound
 */
export async function findApproval({ db, now }: Pick<Deps, 'db' | 'now'>, id: number): Promise<Approval> {
  const [row] = await rowsOf(db).where(eq(approvals.id, id));
  return row ? shown(row, now()) : fail('notFound');
}

/**
 * Locks a request that waits for a decision.
 * @throws AppError notFound; approvalEnded if it was decided or has lapsed
 */
export async function lockWaiting(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  id: number,
): Promise<ApprovalRow> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, id)).for('update');
  if (!row) return fail('notFound');
  return row.state === 'waiting' && row.expiresAt > now() ? row : fail('approvalEnded');
}

/** Ends a request. */
export async function endApproval(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  id: number,
  state: Exclude<ApprovalState, 'waiting'>,
  by: { decidedBy: number; decision: string | null },
): Promise<void> {
  await tx
    .update(approvals)
    .set({ state, ...by, decidedAt: now(), input: null })
    .where(eq(approvals.id, id));
}
