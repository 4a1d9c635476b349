import { eq, sql } from 'drizzle-orm';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { deviceName } from '#/server/domain/accounts/access/deviceName.ts';
import { liveSessionsOf } from '#/server/domain/accounts/access/liveSessions.ts';
import { pendingChange } from '#/server/domain/accounts/emailChange.ts';
import { findLink } from '#/server/domain/gameServers/links.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { maskedEmail } from '#/server/platform/kernel/maskedName.ts';
import { listBlocks } from './listBlocks.ts';

/**
 * Shows everything about a player except their lists. The address is masked; `playerPersonal` shows it.
 * @throws AppError notFound
 */
export async function showPlayer(deps: Deps, accountId: number): Promise<PlayerReply> {
  const { db } = deps;
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) fail('notFound');
  const { rows } = await db.execute<Sums>(sumsOf(accountId));
  const { premiumUntil, ...sums } = rows[0]!;
  const link = await findLink(db, accountId);
  const change = await pendingChange(db, deps, accountId);
  const blocks = await listBlocks(deps, accountId);
  const isOut = blocks.some(({ scope, isLive }) => isLive && scope === 'sign-in');
  const live = await liveSessionsOf(db, deps, accountId);
  return {
    id: account.id,
    login: account.login,
    server: account.serverKey,
    email: maskedEmail(account.email),
    pendingEmail: change ? maskedEmail(change.newEmail) : null,
    locale: account.locale,
    state: account.status === 'active' && isOut ? 'blocked' : account.status,
    isVerified: account.isVerified,
    isTwoFaEnabled: account.isTwoFaEnabled,
    isMediaPartner: account.isMediaPartner,
    promoCode: account.userPromoCode,
    createdAt: account.createdAt.toISOString(),
    ...sums,
    premiumUntil: premiumUntil && new Date(premiumUntil).toISOString(),
    link: link
      ? {
          player: link.player,
          character: link.characterName ?? link.character,
          state: link.state,
          linkedAt: link.linkedAt.toISOString(),
          heldUntil: link.heldUntil?.toISOString() ?? null,
        }
      : null,
    sessions: live.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      device: deviceName(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    blocks,
  };
}

type Sums = Pick<PlayerReply, 'inviter' | 'balances' | 'sums' | 'deliveries'> & {
  cases: { id: number; names: Localised; count: number }[];
  premiumUntil: Date | null;
} & Record<string, unknown>;

/** Sums of a player's property, debt and payments, in one statement. Each part uses an index of the player. */
const sumsOf = (accountId: number) => sql`
  SELECT
    (SELECT json_build_object('id', i.id, 'login', i.login, 'server', i.server_key)
      FROM accounts i WHERE i.id = own.inviter_id) AS inviter,
    (SELECT json_build_object(
        'coins', coalesce(sum(balance) FILTER (WHERE kind = 'wallet'), 0),
        'held', coalesce(sum(balance) FILTER (WHERE kind = 'hold'), 0),
        'owed', greatest(-coalesce(sum(balance) FILTER (WHERE kind = 'debt'), 0), 0))
      FROM ledger_accounts WHERE owner_id = own.id) AS balances,
    (SELECT json_build_object(
        'orders', count(*),
        'paidCents', coalesce(sum(total_cents - missing_cents) FILTER (WHERE currency = 'EUR' AND granted_at IS NOT NULL), 0),
        'refundedCents', coalesce(sum(refunded_cents) FILTER (WHERE currency = 'EUR'), 0),
        'chargebacks', count(*) FILTER (WHERE state = 'charged_back'),
        'opened', (SELECT count(*) FROM coupons WHERE account_id = own.id),
        'coupons', (SELECT count(*) FROM coupons WHERE account_id = own.id AND state = 'owned'),
        'invited', (SELECT count(*) FROM accounts WHERE inviter_id = own.id))
      FROM orders WHERE account_id = own.id) AS sums,
    (SELECT coalesce(json_agg(json_build_object('id', box.id, 'names', box.names, 'count', stock.count)
        ORDER BY box.sort_order, box.id), '[]')
      FROM (SELECT case_id, sum(bought - opened) AS count FROM case_lots
        WHERE account_id = own.id AND opened < bought GROUP BY case_id) stock
      JOIN cases box ON box.id = stock.case_id) AS cases,
    (SELECT max(ends_at) FROM premium_periods
      WHERE account_id = own.id AND revoked_at IS NULL) AS "premiumUntil",
    (SELECT json_build_object(
        'open', count(*) FILTER (WHERE state IN ('waiting', 'leased', 'cancelling')),
        'trouble', count(*) FILTER (WHERE state IN ('failed', 'unknown')),
        'done', count(*) FILTER (WHERE state = 'done'))
      FROM deliveries WHERE account_id = own.id AND kind <> 'set') AS deliveries
  FROM accounts own WHERE own.id = ${accountId}`;
