import type { GameResult } from '#/contract/game.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { Reporter } from './results.ts';

/**
 * $1 server, $2 ledger, $3 numbers, $4 proofs, $5 now. The rows are locked in the order of their numbers, like every
 * lock of several deliveries, and the condition is checked again under the lock.
 */
const FINISH = {
  name: 'deliveriesFinishPlain',
  text: `WITH held AS (SELECT d.id, said.proof FROM deliveries d JOIN unnest($3::bigint[], $4::text[]) said(id, proof) USING (id)
      WHERE d.server_key = $1 AND d.ledger_id = $2 AND d.state = 'leased' AND d.kind <> 'revoke'
        AND d.ref_type <> 'coupon' AND d.recalled_at IS NULL
      ORDER BY d.id FOR UPDATE OF d)
    UPDATE deliveries d SET state = 'done', done_at = $5, moved_by = 'game', move_reason = 'done', moved_at = $5,
      outcome = 'done', detail = held.proof,
      received_by = (SELECT p.name FROM game_presence p WHERE p.account_id = d.account_id
        AND p.server_key = d.server_key ORDER BY p.seen_at DESC LIMIT 1)
    FROM held WHERE d.id = held.id RETURNING d.id`,
};

/**
 * Marks plain deliveries done, all in one statement (D5). A delivery is plain if its result has no further effect: no
 * coupon is spent, no payment was refunded, and it is not a revoke that may have missed pieces. The other results go
 * through `recordResult`.
 * @returns the numbers of the deliveries that are done now
 */
export async function finishPlain(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  { serverKey, ledgerId }: Reporter,
  results: readonly GameResult[],
): Promise<Set<number>> {
  const done = results.filter(({ outcome, code }) => outcome === 'done' && code === undefined);
  if (done.length === 0) return new Set();
  const [nos, proofs] = [done.map(({ no }) => no), done.map(({ proof }) => proof ?? null)];
  const values = [serverKey, ledgerId, nos, proofs, now()];
  const { rows } = await pool.query<{ id: string }>({ ...FINISH, values });
  return new Set(rows.map(({ id }) => Number(id)));
}
