import { createHash } from 'node:crypto';
import type pg from 'pg';
import { fail } from './errors.ts';

interface Claim {
  accountId: number;
  /** Absent: the effect simply takes place. */
  key: string | undefined;
  /** What is asked for: endpoint and input. Under the same key it must be the same. */
  request: unknown;
  now: Date;
}

export const CLAIM = {
  name: 'idempotencyClaim',
  text: `INSERT INTO idempotency (account_id, key, request_hash, created_at)
    VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
};
const READ = {
  name: 'idempotencyRead',
  text: 'SELECT request_hash, body FROM idempotency WHERE account_id = $1 AND key = $2',
};
/**
 * Takes the key of an effect inside the effect's transaction, before anything else: a second request waits here for the
 * first, then gets what that one answered. The effect writes its answer into the row before it commits; rolled back, it
 * leaves no key (I1).
 * @returns the stored answer, or undefined when the effect is to take place
 * @throws AppError idempotencyKeyReused when the key was used for something else
 */
export async function claimKey<T>(client: pg.PoolClient, claim: Claim): Promise<T | undefined> {
  const { accountId, key, request, now } = claim;
  if (key === undefined) return undefined;
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest();
  const taken = await client.query({ ...CLAIM, values: [accountId, key, requestHash, now] });
  if (taken.rowCount === 1) return undefined;
  const { rows } = await client.query<{ request_hash: Buffer; body: T }>({
    ...READ,
    values: [accountId, key],
  });
  const [stored] = rows;
  return stored?.request_hash.equals(requestHash) ? stored.body : fail('idempotencyKeyReused');
}
