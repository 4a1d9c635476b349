import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** The fields that decide when a delivery may be handed over, as columns or as values. */
interface Written {
  accountId: AnyPgColumn | number;
  serverKey: AnyPgColumn | string;
  createdAt: AnyPgColumn | Date;
}

/**
 * SQL: the time from which a waiting delivery may be handed over once its player is present. Null if its server was
 * never in contact, or uses links and the account has none. A delivery that was written before a held link waits
 * until the link is released (D16).
 */
export const readyFrom = (
  at: Date,
  { accountId, serverKey, createdAt }: Written = deliveries,
): SQL<Date | null> =>
  sql<Date | null>`(SELECT CASE WHEN game.identity = 'login' THEN ${at}::timestamptz WHEN link.id IS NOT NULL
      THEN greatest(${at}::timestamptz, CASE WHEN ${createdAt} < link.linked_at THEN link.held_until END) END
    FROM game_instances game LEFT JOIN game_links link ON link.account_id = ${accountId}
      AND link.server_key = game.server_key AND link.state = 'active'
    WHERE game.server_key = ${serverKey})`;

/**
 * SQL: the time from which a delivery may be handed over: now, or null while its player is away or not linked, or the
 * server was never in contact.
 */
export const readyFor = (
  at: Date,
  written: Written & { needsOnline: AnyPgColumn | boolean } = deliveries,
): SQL<Date | null> =>
  sql<Date | null>`(CASE WHEN NOT ${written.needsOnline} OR EXISTS (SELECT FROM game_presence p
      WHERE p.account_id = ${written.accountId} AND p.server_key = ${written.serverKey})
    THEN ${readyFrom(at, written)} END)`;

/**
 * Makes waiting deliveries ready for players who are on their server. A delivery that was written while its player joined
 * may have missed the join, and a player may have signed up on the site after it. Skips deliveries that the game reported
 * as `offline` or `wrong_character`: their player must join again first.
 */
export async function catchUpReady({
  db,
  now,
  wakeUps,
}: Pick<Deps, 'db' | 'now' | 'wakeUps'>): Promise<void> {
  await db.execute(sql`
    WITH late AS (SELECT server_key, player FROM game_presence JOIN game_instances game USING (server_key)
      WHERE account_id IS NULL AND game.identity = 'login' FOR UPDATE OF game_presence SKIP LOCKED)
    UPDATE game_presence p SET account_id = a.id FROM late JOIN accounts a ON a.server_key = late.server_key
      AND lower(a.login) = lower(late.player) AND a.status = 'active'
    WHERE p.server_key = late.server_key AND p.player = late.player`);
  const { rowCount } = await db.execute(sql`
    UPDATE ${deliveries} SET ready_at = ${readyFrom(now())} FROM game_presence p
    WHERE ${deliveries.accountId} = p.account_id AND ${deliveries.serverKey} = p.server_key
      AND ${deliveries.state} = 'waiting' AND ${deliveries.readyAt} IS NULL
      AND ${deliveries.outcome} IS DISTINCT FROM 'retry:offline'
      AND ${deliveries.outcome} IS DISTINCT FROM 'retry:wrong_character'`);
  if (rowCount) wakeUps.emit('deliveries');
}
