import { sql } from 'drizzle-orm';
import type { InvitedPlayer } from '#/contract/referral.ts';
import { preparedText } from '#/server/platform/db/prepared.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { maskedName } from '#/server/platform/kernel/maskedName.ts';
import { KEPT_CENTS } from './keptMoney.ts';
import { activeSince, reasonSince } from './referral.ts';

const PAGE_ROWS = 24;

/** An invited player, unmasked. */
export interface InvitedRow extends Record<string, unknown> {
  id: number;
  login: string;
  server: string;
  status: string;
  invitedAt: string;
  reason: InvitedPlayer['reason'];
  donationsCents: number;
  cashBack: number;
}

const ofPlayer = sql.placeholder('accountId');

const LIST_INVITED = preparedText(
  shortRead('invitedPlayers'),
  sql`SELECT player.id::float8, player.login, player.server_key AS server, player.status,
      coalesce(player.invited_at, player.created_at) AS "invitedAt", ${reasonSince(sql`${sql.placeholder('since')}::timestamptz`)} AS reason,
      (SELECT coalesce(sum(${KEPT_CENTS}), 0)::int FROM orders o
        WHERE o.account_id = player.id AND o.currency = 'EUR' AND o.state = 'granted') AS "donationsCents",
      (SELECT coalesce(sum(amount), 0)::int FROM cash_backs back WHERE back.inviter_id = ${ofPlayer}
        AND back.referee_id = player.id AND back.state <> 'reversed') AS "cashBack"
    FROM accounts player
    WHERE player.inviter_id = ${ofPlayer} AND player.id < ${sql.placeholder('before')}
    ORDER BY player.id DESC LIMIT ${sql.placeholder('rows')}`,
);

/**
 * Reads an inviter's players, the newest first, each with the reason why they count or not (C7). A page costs the same
 * for every inviter.
 * @param before id of the last row of the page before
 * @returns one row more than `most` if there is another page
 */
export async function invitedRows(
  deps: Pick<Deps, 'pool' | 'now'>,
  accountId: number,
  before: number | undefined,
  most: number,
): Promise<InvitedRow[]> {
  const values = {
    accountId,
    since: activeSince(deps.now()),
    before: before ?? Number.MAX_SAFE_INTEGER,
    rows: most + 1,
  };
  const { rows } = await deps.pool.query<InvitedRow>(LIST_INVITED(values));
  return rows.map((row) => Object.assign(row, { invitedAt: new Date(row.invitedAt).toISOString() }));
}

/** Lists an inviter's players for the inviter: masked (C7). */
export async function invitedPlayers(
  deps: Deps,
  accountId: number,
  before: number | undefined,
): Promise<{ players: InvitedPlayer[]; nextBefore: number | null }> {
  const rows = await invitedRows(deps, accountId, before, PAGE_ROWS);
  const players = rows
    .slice(0, PAGE_ROWS)
    .map(({ id, login, status, invitedAt, reason, donationsCents, cashBack }) => ({
      id,
      // a closed account is shown without its pseudonym, which has no meaning for the reader
      login: maskedName(status === 'closed' ? '' : login),
      invitedAt,
      reason,
      donationsCents,
      cashBack,
    }));
  return { players, nextBefore: rows.length > PAGE_ROWS ? (players.at(-1)?.id ?? null) : null };
}
