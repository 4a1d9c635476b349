import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  type ChangeLimitsBody,
  DEFAULT_LIMITS,
  type Limit,
  LIMIT_UNITS,
  type LimitedPermission,
  type StaffLimit,
} from '#/contract/operator/people/limits.ts';
import { gradeOf, type OperatorRole, type Permission } from '#/contract/operator/people/permissions.ts';
import { dayOf, endOf } from '#/server/domain/fairness/dayEnd.ts';
import { operatorLimits, operators, operatorSpent } from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { ActOutcome } from './act.ts';
import { lockMember, memberOf } from './staff.ts';

const NO_LIMIT: Limit = { perAct: null, perDay: null };
/** Amount of an act without an amount, which exceeds every limit. */
const UNKNOWN = Number.POSITIVE_INFINITY;

/** Whether a role may do the acts of a permission only up to a limit. */
export const isLimited = (role: OperatorRole, permission: Permission): permission is LimitedPermission =>
  gradeOf(role, permission) === 'limited';

const exceeds = (amount: number, most: number | null) => most !== null && amount > most;

/**
 * Counts an act for the operator's day, in its transaction, and tells whether they may do it alone. The counter is a
 * row that stays locked until the end of the transaction, so parallel acts never see the same sum. If the result is
 * false, the caller must roll the count back with the act.
 * @param amount in the unit of the permission; absent when it exceeds every limit
 */
export async function takeFromLimits(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  operator: { id: number; role: OperatorRole },
  permission: LimitedPermission,
  { amount = UNKNOWN, amountOfTarget = amount }: Pick<ActOutcome<unknown>, 'amount' | 'amountOfTarget'>,
): Promise<boolean> {
  const byOperatorAndPermission = and(
    eq(operatorLimits.operatorId, operator.id),
    eq(operatorLimits.permission, permission),
  );
  const [own] = await tx.select().from(operatorLimits).where(byOperatorAndPermission);
  const { perAct, perDay } = own ?? DEFAULT_LIMITS[permission][operator.role] ?? NO_LIMIT;
  if (!Number.isFinite(amount) || exceeds(amountOfTarget, perAct)) return false;
  const [spent] = await tx
    .insert(operatorSpent)
    .values({ operatorId: operator.id, permission, endsAt: endOf(dayOf(now())), amount })
    .onConflictDoUpdate({
      target: [operatorSpent.operatorId, operatorSpent.permission, operatorSpent.endsAt],
      set: { amount: sql`${operatorSpent.amount} + excluded.amount` },
    })
    .returning({ amount: operatorSpent.amount });
  return !exceeds(spent!.amount, perDay);
}

/** Lists the current limits of all operators who have some, with the amounts that they did alone today. */
export async function listLimits({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<StaffLimit[]> {
  const rows = await db
    .select({ id: operators.id, role: operators.role, own: operatorLimits })
    .from(operators)
    .leftJoin(operatorLimits, eq(operatorLimits.operatorId, operators.id))
    .orderBy(operators.id);
  const people = [...new Map(rows.map(({ id, role }) => [id, { id, role }])).values()];
  const today = await db
    .select()
    .from(operatorSpent)
    .where(eq(operatorSpent.endsAt, endOf(dayOf(now()))));
  const permissions = Object.keys(LIMIT_UNITS) as LimitedPermission[];
  return people.flatMap(({ id, role }) =>
    permissions
      .filter((permission) => isLimited(role, permission))
      .map((permission) => {
        const isOne = (row: { operatorId: number; permission: string }) =>
          row.operatorId === id && row.permission === permission;
        const own = rows.find((row) => row.own && isOne(row.own))?.own ?? undefined;
        const { perAct, perDay } = own ?? DEFAULT_LIMITS[permission][role] ?? NO_LIMIT;
        return {
          operatorId: id,
          permission,
          unit: LIMIT_UNITS[permission],
          perAct,
          perDay,
          isDefault: own === undefined,
          doneToday: today.find(isOne)?.amount ?? 0,
        };
      }),
  );
}

/**
 * Sets another limit for a person. Owners have no limits, so no limit exceeds their own.
 * @throws AppError notFound; operatorChanged if the version is not the newest; badRequest at permission if the role
 * has no limit there
 */
export async function changeLimits(
  tx: NodePgDatabase,
  { id, version, permission, perAct, perDay }: Omit<ChangeLimitsBody, 'reason'> & { id: number },
) {
  const { row } = await lockMember(tx, { id, version });
  if (!isLimited(row.role, permission)) return fail('badRequest', { errors: { permission: 'badRequest' } });
  const byOperatorAndPermission = and(
    eq(operatorLimits.operatorId, id),
    eq(operatorLimits.permission, permission),
  );
  const [own] = await tx.select().from(operatorLimits).where(byOperatorAndPermission);
  const before = own ?? DEFAULT_LIMITS[permission][row.role] ?? NO_LIMIT;
  await tx
    .insert(operatorLimits)
    .values({ operatorId: id, permission, perAct, perDay })
    .onConflictDoUpdate({
      target: [operatorLimits.operatorId, operatorLimits.permission],
      set: { perAct, perDay },
    });
  const [changed] = await tx
    .update(operators)
    .set({ version: version + 1 })
    .where(eq(operators.id, id))
    .returning();
  return {
    reply: memberOf(changed!, null, 0),
    before: { permission, perAct: before.perAct, perDay: before.perDay },
    after: { permission, perAct, perDay },
  };
}
