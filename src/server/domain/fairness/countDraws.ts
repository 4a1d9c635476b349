import { sql } from 'drizzle-orm';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { deviatingOdds } from './deviatingOdds.ts';

/**
 * Younger draws wait: a transaction that began earlier may still commit one with a smaller id, and it would be skipped. None
 * lives half a minute, and clocks differ by less.
 */
const SETTLE_MS = 5 * 60_000;
/** Draws that one transaction counts. */
const BATCH = 20_000;

/**
 * Adds the draws since the last time to the counts of their items (PF1), then says aloud which odds tables give prizes too
 * different from what they declare. Mark and counts move together; whoever comes second waits, and counts what is left.
 */
export async function countDraws(deps: Deps): Promise<void> {
  while ((await countBatch(deps)) === BATCH);
  for (const odds of await deviatingOdds(deps))
    deps.log.error(odds, 'the prizes of an odds table differ from what it declares beyond chance');
}

function countBatch(deps: Deps): Promise<number> {
  const settledAt = new Date(deps.now().getTime() - SETTLE_MS);
  return withTx(deps.pool, async (tx) => {
    const { rows: marks } = await tx.execute<{ last: string }>(
      sql`SELECT last_draw_id AS last FROM draw_count_mark FOR UPDATE`,
    );
    const { rows } = await tx.execute<{ count: number }>(sql`
      WITH next AS (
        SELECT id, odds_hash, item_id, created_at FROM draws
        WHERE id > ${marks[0]!.last}::bigint ORDER BY id LIMIT ${BATCH}),
      settled AS (
        SELECT id, odds_hash, item_id FROM next
        WHERE id < coalesce((SELECT min(id) FROM next WHERE created_at > ${settledAt}), ${Number.MAX_SAFE_INTEGER}::bigint)),
      counted AS (
        INSERT INTO draw_counts AS known (odds_hash, item_id, draws)
        SELECT odds_hash, item_id, count(*) FROM settled GROUP BY odds_hash, item_id ORDER BY odds_hash, item_id
        ON CONFLICT (odds_hash, item_id) DO UPDATE SET draws = known.draws + excluded.draws),
      moved AS (
        UPDATE draw_count_mark SET last_draw_id = (SELECT max(id) FROM settled) WHERE EXISTS (SELECT FROM settled))
      SELECT count(*)::int AS count FROM settled`);
    return rows[0]?.count ?? 0;
  });
}
