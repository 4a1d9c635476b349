import { sql } from 'drizzle-orm';
import {
  INVITED_ROWS,
  type PlayerInvited,
  type PlayerReferral,
  REFERRAL_LISTED,
} from '#/contract/operator/playerReferral.ts';
import { findResults } from '#/server/domain/referral/accountStatistic.ts';
import { invitedRows } from '#/server/domain/referral/invitedPlayers.ts';
import { rankOf, readRanks, referralReason } from '#/server/domain/referral/referral.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { refuseStranger } from './playerStanding.ts';

type Reader = Pick<Deps, 'db' | 'pool' | 'now'>;
type Lists = Pick<PlayerReferral, 'inviter' | 'held' | 'rewards'> & Record<string, unknown>;

/**
 * Shows who invited a player, the player's results as an inviter, the held cash-back and the rewards.
 * @throws AppError notFound
 */
export async function playerReferral(deps: Reader, accountId: number): Promise<PlayerReferral> {
  const { rows } = await deps.db.execute<Lists>(listsOf(deps, accountId));
  const lists = rows[0] ?? fail('notFound');
  const { total, active, donationsCents, held, released, reversed } = await findResults(deps, accountId);
  const rank = rankOf(await readRanks(deps.db), active);
  return {
    total,
    active,
    donationsCents,
    coinsHeld: held,
    coinsReleased: released,
    coinsReversed: reversed,
    rank: rank ? { names: rank.names, cashBackBasisPoints: rank.cashBackBasisPoints } : null,
    inviter: lists.inviter && { ...lists.inviter, since: iso(lists.inviter.since) },
    held: lists.held.map((one) => Object.assign(one, { releaseAt: iso(one.releaseAt) })),
    rewards: lists.rewards.map((one) => Object.assign(one, { at: one.at && iso(one.at) })),
  };
}

const iso = (at: string) => new Date(at).toISOString();

/** One statement. Each part uses an index of the player. */
const listsOf = (deps: Reader, accountId: number) => sql`
  SELECT
    (SELECT json_build_object('id', inviter.id, 'login', inviter.login, 'server', inviter.server_key,
        'since', coalesce(player.invited_at, player.created_at), 'reason', ${referralReason(deps)})
      FROM accounts inviter WHERE inviter.id = player.inviter_id) AS inviter,
    (SELECT coalesce(json_agg(line ORDER BY line."releaseAt"), '[]') FROM (
      SELECT own.public_id AS order, back.amount AS coins, back.basis_points AS "basisPoints",
        back.release_at AS "releaseAt",
        json_build_object('id', payer.id, 'login', payer.login, 'server', payer.server_key) AS player
      FROM cash_backs back JOIN orders own ON own.id = back.order_id JOIN accounts payer ON payer.id = back.referee_id
      WHERE back.inviter_id = player.id AND back.state = 'held'
      ORDER BY back.release_at LIMIT ${REFERRAL_LISTED}) line) AS held,
    (SELECT coalesce(json_agg(line ORDER BY line."requiredReferrals" DESC), '[]') FROM (
      SELECT stone.id, stone.names, won.required_referrals AS "requiredReferrals", won.state,
        coalesce(won.settled_at, won.release_at) AS at
      FROM referral_rewards won JOIN referral_milestones stone ON stone.id = won.milestone_id
      WHERE won.account_id = player.id
      ORDER BY won.required_referrals DESC LIMIT ${REFERRAL_LISTED}) line) AS rewards
  FROM accounts player WHERE player.id = ${accountId}`;

/**
 * Lists the players whom a player invited, the newest first, each with the reason why they count or not (C7).
 * @param before id of the last player of the page before
 * @throws AppError notFound
 */
export async function playerInvited(
  deps: Reader,
  accountId: number,
  before?: string,
): Promise<PlayerInvited> {
  await refuseStranger(deps.db, accountId);
  const rows = await invitedRows(deps, accountId, before ? Number(before) : undefined, INVITED_ROWS);
  const players = rows
    .slice(0, INVITED_ROWS)
    .map(({ id, login, server, invitedAt, reason, donationsCents, cashBack: cashBackCoins }) => ({
      id,
      login,
      server,
      invitedAt,
      reason,
      donationsCents,
      cashBackCoins,
    }));
  return { players, before: rows.length > INVITED_ROWS ? (players.at(-1)?.id ?? null) : null };
}
