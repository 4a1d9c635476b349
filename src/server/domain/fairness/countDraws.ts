import { sql } from 'drizzle-orm';
import { settledId } from '#/server/platform/db/settledId.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { deviatingOdds } from './deviatingOdds.ts';

/** Draws counted in one transaction. */
const BATCH = 20_000;

/**
 * Adds new draws to the counts of their items (PF1), then logs the odds tables whose prizes differ too much from what
 * they declare. The mark and the counts change together, so a second run waits and counts only the rest.
 */
export async function countDraws(deps: Deps): Promise<void> {
  const lastId = await settledId(deps.pool, 'draws');
  // an opening has not ended yet: its draw may commit later and would be skipped, so the next run counts all of them
  if (lastId === undefined) return;
  while (!deps.stopping?.aborted && (await countBatch(deps, lastId)) === BATCH);
  for (const odds of await deviatingOdds(deps))
    deps.log.error(odds, 'the prizes of an odds table differ from what it declares beyond chance');
}

function countBatch(deps: Deps, lastId: number): Promise<number> {
  return withTx(deps.pool, async (tx) => {
    const { rows: marks } = await tx.execute<{ last: string }>(
      sql`SELECT last_draw_id AS last FROM draw_count_mark FOR UPDATE`,
    );
    const { rows } = await tx.execute<{ count: number }>(sql`
      WITH settled AS (
        SELECT id, odds_hash, item_id FROM draws
        WHERE id > ${marks[0]!.last}::bigint AND id <= ${lastId}::bigint ORDER BY id LIMIT ${BATCH}),
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
