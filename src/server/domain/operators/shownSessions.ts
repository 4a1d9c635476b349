import { and, desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OperatorSessionShown } from '#/contract/operator/people/people.ts';
import { deviceName } from '#/server/domain/accounts/access/deviceName.ts';
import { operators, operatorSessions } from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { whereLiveAt } from './operatorSessions.ts';

/** Most listed sessions, far more than a site has. The page has no second page. */
const SHOWN = 200;

/** Lists the live sessions of all operators, the newest first. */
export async function listSessions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownSessionId: number,
): Promise<OperatorSessionShown[]> {
  const rows = await db
    .select({ session: operatorSessions, name: operators.name, role: operators.role })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(and(whereLiveAt(now()), eq(operators.state, 'active')))
    .orderBy(desc(operatorSessions.id))
    .limit(SHOWN);
  return rows.map(({ session, name, role }) => ({
    id: session.id,
    operatorId: session.operatorId,
    operator: name,
    role,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    network: session.network,
    browser: deviceName(session.userAgent),
    isOwn: session.id === ownSessionId,
  }));
}

/**
 * Ends a live session of any operator.
 * @throws AppError notFound if the session does not exist or has ended
 */
export async function endShownSession(tx: NodePgDatabase, { now }: Pick<Deps, 'now'>, id: number) {
  const [ended] = await tx
    .update(operatorSessions)
    .set({ endedAt: now() })
    .where(and(eq(operatorSessions.id, id), whereLiveAt(now())))
    .returning();
  if (!ended) return fail('notFound');
  const { operatorId, network } = ended;
  return {
    operatorId,
    before: { session: id, network, isLive: true },
    after: { session: id, isLive: false },
  };
}
