import { sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { referralReason } from '#/server/domain/referral/referral.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Friends told by one statement. */
const BATCH = 200;

/**
 * Tells inviters which of their players count for the first time (C15), for what no transaction causes alone: a device
 * that is shared no longer, an address that was confirmed after the payment.
 */
export async function tellFriends(deps: Pick<Deps, 'db' | 'now' | 'stopping'>): Promise<void> {
  for (let told = BATCH; told === BATCH && !deps.stopping?.aborted;)
    told = await tell(deps.db, deps, sql`true`);
}

/** Tells the inviter of a player that they count now, in the transaction of their payment (C15). */
export async function tellInviter(
  tx: NodePgDatabase,
  clock: Pick<Deps, 'now'>,
  accountId: number,
): Promise<void> {
  await tell(tx, clock, sql`player.id = ${accountId}`);
}

/**
 * One statement tells it and notes on the player that it was told, so it is told once, however many try. Players whom
 * another transaction has locked are left to it, or to the next run.
 */
async function tell(db: NodePgDatabase, clock: Pick<Deps, 'now'>, where: SQL): Promise<number> {
  const at = clock.now();
  const { rows } = await db.execute<{ told: number }>(sql`
    WITH counting AS (
      SELECT player.id FROM accounts player JOIN accounts inviter ON inviter.id = player.inviter_id
      WHERE player.inviter_id IS NOT NULL AND player.inviter_told_at IS NULL AND player.is_verified
        AND player.status = 'active' AND inviter.status = 'active' AND ${where}
        AND EXISTS (SELECT FROM orders o WHERE o.account_id = player.id AND o.currency = 'EUR' AND o.state = 'granted')
        AND ${referralReason(clock)} = 'active'
      ORDER BY player.id LIMIT ${BATCH} FOR NO KEY UPDATE OF player SKIP LOCKED),
    noted AS (
      UPDATE accounts SET inviter_told_at = ${at} FROM counting
      WHERE accounts.id = counting.id AND inviter_told_at IS NULL RETURNING accounts.id, inviter_id),
    written AS (
      INSERT INTO player_news (account_id, kind, cause, subject, at, mail_at)
      SELECT inviter_id, 'friend', 'friend:' || id, jsonb_build_object('friend', id), ${at},
        news_mail_at(inviter_id, 'friend', ${at})
      FROM noted ON CONFLICT DO NOTHING)
    SELECT count(*)::int AS told FROM noted`);
  return rows[0]?.told ?? 0;
}
