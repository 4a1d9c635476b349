import { sql } from 'drizzle-orm';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/**
 * Makes ready what waits for players who are on their server. A delivery that was written while its player joined may
 * have missed that; whoever was said to be away or to play another character joins again first.
 */
export async function catchUpReady({
  db,
  now,
  wakeUps,
}: Pick<Deps, 'db' | 'now' | 'wakeUps'>): Promise<void> {
  const { rowCount } = await db.execute(sql`
    UPDATE deliveries d SET ready_at = ${now()} FROM game_presence p
    WHERE d.account_id = p.account_id AND d.server_key = p.server_key AND d.state = 'waiting' AND d.ready_at IS NULL
      AND d.outcome IS DISTINCT FROM 'retry:offline' AND d.outcome IS DISTINCT FROM 'retry:wrong_character'`);
  if (rowCount) wakeUps.emit('deliveries');
}
