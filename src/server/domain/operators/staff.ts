import { and, count, eq, max, not, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ChangeStaffBody, StaffMember } from '#/contract/operator/people/people.ts';
import { gradeOf } from '#/contract/operator/people/permissions.ts';
import { failPlan, lockPlansOf } from '#/server/domain/catalogue/failPlan.ts';
import {
  operatorInvitations,
  operatorLimits,
  operators,
  operatorSessions,
} from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { endSessionsOf, whereLiveAt } from './operatorSessions.ts';

type Row = typeof operators.$inferSelect;

/** Lists the operators, the oldest first, without those of the demonstration that were removed. */
export async function listStaff(db: NodePgDatabase, now: Date): Promise<StaffMember[]> {
  const seen = db
    .select({
      operatorId: operatorSessions.operatorId,
      lastSeenAt: max(operatorSessions.lastSeenAt).as('last_seen_at'),
      live: count(sql`CASE WHEN ${whereLiveAt(now)} THEN 1 END`).as('live'),
    })
    .from(operatorSessions)
    .groupBy(operatorSessions.operatorId)
    .as('seen');
  const rows = await db
    .select({ row: operators, lastSeenAt: seen.lastSeenAt, live: seen.live })
    .from(operators)
    .leftJoin(seen, eq(seen.operatorId, operators.id))
    .where(not(and(operators.isDemo, eq(operators.state, 'disabled'))!))
    .orderBy(operators.id);
  return rows.map(({ row, lastSeenAt, live }) => memberOf(row, lastSeenAt, live ?? 0));
}

/**
 * Locks an operator and the active owners, always in one order, so that two owners who demote each other cannot both
 * succeed.
 * @throws AppError notFound; operatorChanged if the version is not the newest
 */
export async function lockMember(tx: NodePgDatabase, { id, version }: { id: number; version: number }) {
  const owners = await tx
    .select({ id: operators.id })
    .from(operators)
    .where(and(eq(operators.role, 'owner'), eq(operators.state, 'active')))
    .orderBy(operators.id)
    .for('update');
  const [row] = await tx.select().from(operators).where(eq(operators.id, id)).for('update');
  if (!row) return fail('notFound');
  if (row.version !== version) fail('operatorChanged');
  return { row, isLastOwner: owners.length === 1 && owners[0]?.id === row.id };
}

/** An operator as an owner sees them. */
export const memberOf = (row: Row, lastSeenAt: Date | null, sessions: number): StaffMember => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  state: row.state,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  sessions,
  locale: row.locale,
  isDemo: row.isDemo,
});

const mayPublishAlone = ({ role }: Pick<Row, 'role'>) => gradeOf(role, 'catalogue.publish') === 'yes';

interface StaffChange extends Omit<ChangeStaffBody, 'reason'> {
  id: number;
}

/**
 * Changes role and state of an operator and ends their sessions (O3). What a former owner planned to publish fails,
 * because no second person has seen it (O5). An operator who is enabled again without a
 * password becomes invited.
 * @param mayLeaveNoOwner for commands of the shell, which can make another owner
 * @throws AppError notFound; operatorChanged if the version is not the newest; lastOwner for the last active one;
 *   operatorIsDemo for a made-up operator, who can only be disabled
 */
export async function changeStaff(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  change: StaffChange,
  { mayLeaveNoOwner = false } = {},
) {
  // the job that publishes locks a draft before its operator, too
  const plans = await lockPlansOf(tx, change.id);
  const { row, isLastOwner } = await lockMember(tx, change);
  if (row.isDemo && !change.isDisabled) fail('operatorIsDemo');
  const state = change.isDisabled ? 'disabled' : row.passwordHash === null ? 'invited' : 'active';
  const staysOwner = change.role === 'owner' && state === 'active';
  if (!mayLeaveNoOwner && !staysOwner && isLastOwner) fail('lastOwner');
  const ended = await endSessionsOf(tx, deps, row.id);
  // limits belong to the role for which they were set
  if (change.role !== row.role) await tx.delete(operatorLimits).where(eq(operatorLimits.operatorId, row.id));
  if (mayPublishAlone(row) && !mayPublishAlone(change))
    for (const plan of plans) await failPlan(tx, deps, plan, 'operatorForbidden');
  if (change.isDisabled)
    await tx.delete(operatorInvitations).where(eq(operatorInvitations.operatorId, row.id));
  const [changed] = await tx
    .update(operators)
    .set({ role: change.role, state, version: row.version + 1 })
    .where(eq(operators.id, row.id))
    .returning();
  return {
    member: memberOf(changed!, null, 0),
    before: { role: row.role, state: row.state, sessions: ended },
    after: { role: change.role, state, sessions: 0 },
  };
}
