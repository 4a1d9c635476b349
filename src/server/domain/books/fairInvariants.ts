import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { dayLeaves, PART_LEAVES } from '#/server/domain/fairness/dayDraws.ts';
import { rootOf } from '#/server/domain/fairness/merkle.ts';
import { drawDays } from '#/server/platform/db/tables/fairness.ts';

/** Invariants of the records behind the fair draw, and of the feed of drops. */
export const fairInvariants: Record<string, string> = {
  'FA6 the draws of each item are counted up to the mark': `
    SELECT count(*) FROM (
      SELECT odds_hash, item_id, count(*) AS draws FROM draws
      WHERE id <= (SELECT last_draw_id FROM draw_count_mark) GROUP BY odds_hash, item_id) d
    FULL JOIN draw_counts k USING (odds_hash, item_id) WHERE d.draws IS DISTINCT FROM k.draws`,
  'FA7 a closed day names as many draws as its tree holds': `
    SELECT count(*) FROM draw_days c FULL JOIN (SELECT day, count(*) AS leaves FROM draw_leaves GROUP BY day) l USING (day)
    WHERE c.draws IS DISTINCT FROM l.leaves`,
  'FA7 every draw up to the last settled one is in a tree': `
    SELECT count(*) FROM draws d WHERE {slice draws d.id} AND id <= (SELECT max(settled_draw_id) FROM draw_days)
      AND NOT EXISTS (SELECT FROM draw_leaves l WHERE l.draw_id = d.id)`,
  'FA7 no draw is in the tree of a day before its own': `
    SELECT count(*) FROM draw_leaves l JOIN draws d ON d.id = l.draw_id
    WHERE {slice draws d.id} AND d.created_at >= (l.day + 1)::timestamp AT TIME ZONE 'UTC'`,
  'FA7 a closed day names the root of the one before it': `
    SELECT count(*) FROM (SELECT previous_root, lag(root) OVER (ORDER BY day) AS before FROM draw_days) t
    WHERE previous_root IS DISTINCT FROM before`,
  'FA7 the root of a day is that of its tree and of the day before, of the oldest days that of the tree alone': `
    SELECT count(*) FROM (SELECT *, max(day) FILTER (WHERE tree_root IS NOT NULL) OVER (ORDER BY day) AS chained
      FROM draw_days) c
    WHERE CASE WHEN tree_root IS NULL THEN chained IS NOT NULL ELSE root <> encode(sha256(convert_to(
      'DAY1|' || day || '|' || draws || '|' || coalesce(previous_root, '') || '|' || tree_root, 'UTF8')), 'hex') END`,
  'FA4 a client seed that the server gave follows from the id of its epoch': `
    SELECT count(*) FROM draws d JOIN fair_epochs e ON e.id = d.epoch_id
    WHERE {slice draws d.id} AND d.client_seed_origin = 'server' AND e.public_id LIKE 'e2-%'
      AND d.client_seed <> left(encode(sha256(convert_to('SEED2|' || e.public_id, 'UTF8')), 'hex'), 22)`,
  'FA7 the parts of a day are as many as it needs': `
    SELECT count(*) FROM draw_days c WHERE (draws + ${PART_LEAVES} - 1) / ${PART_LEAVES} <>
      (SELECT count(*) FROM draw_day_parts p WHERE p.day = c.day)`,
  'FA8 a drop was shown to its winner': `
    SELECT count(*) FROM drops JOIN coupons c ON c.id = coupon_id WHERE c.revealed_at IS NULL OR c.revealed_at > at`,
};

/**
 * Builds the trees of the closed days again.
 * @returns days whose root differs
 */
export async function differingDays(db: NodePgDatabase): Promise<string[]> {
  const differing: string[] = [];
  for (const { day, root, treeRoot } of await db.select().from(drawDays)) {
    const hashes: string[] = [];
    for (let afterId = 0; ;) {
      const leaves = await dayLeaves(db, day, { afterId });
      hashes.push(...leaves.map(({ hash }) => hash));
      afterId = leaves.at(-1)?.drawId ?? afterId;
      if (leaves.length < PART_LEAVES) break;
    }
    if (hashes.length === 0 || rootOf(hashes) !== (treeRoot ?? root)) differing.push(day);
  }
  return differing;
}
