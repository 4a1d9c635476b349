import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withTx } from '#/server/platform/db/tx.ts';
import { type AuditEvent, type OperatorAct, writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { requestHash } from '#/server/platform/kernel/idempotency.ts';

/** What an act has done, for its answer and for the audit log. */
export interface ActOutcome<R> {
  reply: R;
  target: { type: string; id: string };
  /** Fields that may be seen in the log: no secret, no code, no whole address. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Who does what, and why. */
interface Act {
  event: AuditEvent;
  by: Pick<OperatorAct, 'requestId' | 'network'> & { operatorId: number };
  reason: string;
  /** Absent: the act runs without a stored answer. */
  key: string | undefined;
  /** The whole input; it must be the same for every request under the key. */
  input: unknown;
}

const CLAIM = `INSERT INTO operator_idempotency (operator_id, key, request_hash, created_at)
  VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING key`;

/**
 * Runs an act of an operator in one transaction with its entry in the audit log (O6). Under a key it happens once; a
 * repeated key gets the stored answer (O9).
 * @throws AppError idempotencyKeyReused, and what the work throws
 */
export function actOnce<R extends object>(
  deps: Deps,
  { event, by, reason, key, input }: Act,
  work: (tx: NodePgDatabase) => Promise<ActOutcome<R>>,
): Promise<R> {
  return withTx(deps.pool, async (tx, client) => {
    const hash = requestHash([event, input]);
    const stored = key === undefined ? undefined : await claim<R>(client, deps, by.operatorId, key, hash);
    if (stored) return stored;
    const { reply, target, before, after } = await work(tx);
    const act = { ...by, targetType: target.type, targetId: target.id, before, after, reason };
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event, act });
    if (key !== undefined)
      await client.query('UPDATE operator_idempotency SET body = $3 WHERE operator_id = $1 AND key = $2', [
        by.operatorId,
        key,
        JSON.stringify(reply),
      ]);
    return reply;
  });
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
    'SELECT request_hash, body FROM operator_idempotency WHERE operator_id = $1 AND key = $2',
    [operatorId, key],
  );
  return rows[0]?.request_hash.equals(hash) ? rows[0].body : fail('idempotencyKeyReused');
}
