import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { PendingReply } from '#/contract/operator/people/approvals.ts';
import { rolledBack, withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { requestHash } from '#/server/platform/kernel/idempotency.ts';
import type { Act, ActOutcome, ActWork } from './act.ts';
import { askSecondPerson, isSecondPersonAsked } from './approvals.ts';
import { isLimited, takeFromLimits } from './limits.ts';
import { checkOperator } from './operatorSessions.ts';

const CLAIM = `INSERT INTO operator_idempotency (operator_id, key, request_hash, created_at)
  VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING key`;

/**
 * Runs an act of an operator in one transaction with its entry in the audit log (O6). With a key it is done once, and
 * a repeated key gets the stored answer (O9). An act beyond a limit of the operator is not done but waits for a
 * second person (O5).
 * @throws AppError idempotencyKeyReused; sessionRequired and operatorForbidden if the operator lost the session or the
 * role meanwhile; and what the work throws
 */
export function actOnce<R extends object>(deps: Deps, act: Act, work: ActWork<R>): Promise<R | PendingReply> {
  const { event, by, key, input } = act;
  return withTx(deps.pool, async (tx, client) => {
    const hash = requestHash([event, meantBy(input)]);
    const stored =
      key === undefined ? undefined : await claim<R | PendingReply>(client, deps, by.operatorId, key, hash);
    if (stored) return stored;
    const { reply, shownOnce } = await actOrAsk(tx, deps, act, work);
    if (key !== undefined)
      await client.query('UPDATE operator_idempotency SET body = $3 WHERE operator_id = $1 AND key = $2', [
        by.operatorId,
        key,
        JSON.stringify(reply),
      ]);
    return { ...reply, ...shownOnce };
  });
}

/**
 * Returns the part of an input that makes it the same act: without its reason, which an operator may reword after a
 * lost answer, and without the version of its target, which a page reads anew.
 */
function meantBy(input: unknown): unknown {
  const { body, ...rest } = input as { body?: Record<string, unknown> };
  return [rest, { ...body, reason: undefined, version: undefined }];
}

async function actOrAsk<R extends object>(
  tx: NodePgDatabase,
  deps: Deps,
  act: Act,
  work: ActWork<R>,
): Promise<Pick<ActOutcome<R | PendingReply>, 'reply' | 'shownOnce'>> {
  const mayWait = act.isForTwo || limitedPermission(act) !== undefined;
  if (mayWait) await tx.execute(sql`SAVEPOINT act`);
  const outcome = await work(tx);
  await checkActor(tx, deps, act, outcome);
  if (await mayAlone(tx, deps, act, outcome)) {
    await auditAct(tx, deps, act, outcome);
    return outcome;
  }
  if (!(await isSecondPersonAsked(tx))) {
    const after = { ...outcome.after, secondPerson: 'notAsked' };
    await auditAct(tx, deps, act, { ...outcome, after });
    return outcome;
  }
  await tx.execute(sql`ROLLBACK TO SAVEPOINT act`);
  return { reply: { pending: await askSecondPerson(tx, deps, act, outcome) } };
}

/**
 * Checks that the operator was neither disabled nor demoted nor signed out while the act waited for locks. An act on
 * themselves may have done that; the version of its target protects it.
 */
async function checkActor(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { operator: { id, role }, sessionId }: Pick<Act, 'operator' | 'sessionId'>,
  { target }: ActOutcome<unknown>,
): Promise<void> {
  const isOnSelf = target.type === 'operator' && target.id === String(id);
  if (sessionId !== undefined && !isOnSelf) await checkOperator(tx, deps, { sessionId, role });
}

type Planned = Pick<Act, 'permission' | 'isForTwo' | 'operator'>;

/** Returns the permission of an act if the operator's role has a limit for it. */
const limitedPermission = ({ permission, operator }: Pick<Act, 'permission' | 'operator'>) =>
  permission !== 'operator' && isLimited(operator.role, permission) ? permission : undefined;

/**
 * Counts an act for the operator's limits.
 * @returns false if it exceeds them, or must wait for a second person
 */
async function mayAlone(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  act: Planned,
  outcome: ActOutcome<unknown>,
): Promise<boolean> {
  if (act.isForTwo) return false;
  const permission = limitedPermission(act);
  return permission === undefined || takeFromLimits(tx, deps, act.operator, permission, outcome);
}

/** Runs an act and rolls it back. @returns its consequences, and whether it would wait for a second person (O8) */
export function previewAct(
  deps: Deps,
  act: Planned,
  work: ActWork<unknown>,
): Promise<Pick<ActOutcome<unknown>, 'before' | 'after' | 'foreseen'> & { needsSecondPerson?: boolean }> {
  return rolledBack(deps.pool, async (tx) => {
    const outcome = await work(tx);
    const { before, after, foreseen } = outcome;
    const waits = !(await mayAlone(tx, deps, act, outcome)) && (await isSecondPersonAsked(tx));
    return { before, after, ...(foreseen && { foreseen }), ...(waits && { needsSecondPerson: true }) };
  });
}

/** Writes a finished act into the audit log. */
export async function auditAct(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { event, by, reason }: Pick<Act, 'event' | 'reason'> & { by: Act['by'] & { approvedBy?: number } },
  { target, before, after }: ActOutcome<unknown>,
): Promise<void> {
  const act = { ...by, targetType: target.type, targetId: target.id, before, after, reason };
  await writeAudit(tx, deps, { accountId: null, actor: 'operator', event, act });
}

/** Claims the key, or waits for the request that has it. @returns the stored answer; undefined if the act must run */
async function claim<R>(
  client: pg.PoolClient,
  { now }: Pick<Deps, 'now'>,
  operatorId: number,
  key: string,
  hash: Buffer,
): Promise<R | undefined> {
  const taken = await client.query(CLAIM, [operatorId, key, hash, now()]);
  if (taken.rowCount === 1) return undefined;
  const { rows } = await client.query<{ request_hash: Buffer; body: R }>(
    // the lock lets the COMMIT of a repeated act wait for the standby, too (N14)
    'SELECT request_hash, body FROM operator_idempotency WHERE operator_id = $1 AND key = $2 FOR UPDATE',
    [operatorId, key],
  );
  return rows[0]?.request_hash.equals(hash) ? rows[0].body : fail('idempotencyKeyReused');
}
