import { sql } from 'drizzle-orm';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { readyFrom } from './readyAt.ts';

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
    UPDATE ${deliveries} SET ready_at = ${readyFrom(now())} FROM game_presence p
    WHERE ${deliveries.accountId} = p.account_id AND ${deliveries.serverKey} = p.server_key
      AND ${deliveries.state} = 'waiting' AND ${deliveries.readyAt} IS NULL
      AND ${deliveries.outcome} IS DISTINCT FROM 'retry:offline'
      AND ${deliveries.outcome} IS DISTINCT FROM 'retry:wrong_character'`);
  if (rowCount) wakeUps.emit('deliveries');
}
