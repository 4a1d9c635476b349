import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { dayLeaves, PART_LEAVES } from '../dayDraws.ts';
import { rootOf } from '../merkle.ts';
import { drawDays } from './schema.ts';

/** What must always be true of the records behind the fair draw, and of the feed. */
export const fairInvariants: Record<string, string> = {
  'F6 the draws of each item are counted up to the mark': `
    SELECT count(*) FROM (
      SELECT odds_hash, item_id, count(*) AS draws FROM draws
      WHERE id <= (SELECT last_draw_id FROM draw_count_mark) GROUP BY odds_hash, item_id) d
    FULL JOIN draw_counts k USING (odds_hash, item_id) WHERE d.draws IS DISTINCT FROM k.draws`,
  'F7 a closed day holds all draws of its day': `
    SELECT count(*) FROM draw_days c WHERE draws <> (SELECT count(*) FROM draws d
      WHERE d.created_at >= c.day::timestamp AT TIME ZONE 'UTC'
        AND d.created_at < (c.day + 1)::timestamp AT TIME ZONE 'UTC')`,
  'F7 no day with draws before a closed one is open': `
    SELECT count(*) FROM draws d WHERE (d.created_at AT TIME ZONE 'UTC')::date < (SELECT max(day) FROM draw_days)
      AND NOT EXISTS (SELECT FROM draw_days c WHERE c.day = (d.created_at AT TIME ZONE 'UTC')::date)`,
  'F7 a closed day names the root of the one before it': `
    SELECT count(*) FROM (SELECT previous_root, lag(root) OVER (ORDER BY day) AS before FROM draw_days) t
    WHERE previous_root IS DISTINCT FROM before`,
  'F7 the root of a day is that of its tree and of the day before, of the oldest days that of the tree alone': `
    SELECT count(*) FROM (SELECT *, max(day) FILTER (WHERE tree_root IS NOT NULL) OVER (ORDER BY day) AS chained
      FROM draw_days) c
    WHERE CASE WHEN tree_root IS NULL THEN chained IS NOT NULL ELSE root <> encode(sha256(convert_to(
      'DAY1|' || day || '|' || draws || '|' || coalesce(previous_root, '') || '|' || tree_root, 'UTF8')), 'hex') END`,
  'F7 the parts of a day are as many as it needs': `
    SELECT count(*) FROM draw_days c WHERE (draws + ${PART_LEAVES} - 1) / ${PART_LEAVES} <>
      (SELECT count(*) FROM draw_day_parts p WHERE p.day = c.day)`,
  'R7 a drop was shown to its winner': `
    SELECT count(*) FROM drops JOIN coupons c ON c.id = coupon_id WHERE c.revealed_at IS NULL OR c.revealed_at > at`,
};

/**
 * Builds the trees of the closed days again.
 * @returns days whose root comes out different
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
