import { sql, type SQL } from 'drizzle-orm';
import {
  type PlayerRow,
  PLAYERS_PAGE_ROWS,
  type PlayersQuery,
  type PlayersReply,
} from '#/contract/operator/players.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

type Row = Omit<PlayerRow, 'createdAt'> & { createdAt: Date } & Record<string, unknown>;

/**
 * Lists players, the newest first. A page costs the same however many players there are: an index chooses its rows, then
 * purses and payments of these rows alone are read.
 */
export async function listPlayers({ db }: Pick<Deps, 'db'>, query: PlayersQuery): Promise<PlayersReply> {
  const { before, after } = query;
  const isForwards = before === undefined && after !== undefined;
  const order = isForwards ? sql`ASC` : sql`DESC`;
  const { rows } = await db.execute<Row>(sql`
    WITH page AS (SELECT a.* FROM accounts a WHERE ${filtersOf(query)}
      ORDER BY a.id ${order} LIMIT ${sql.raw(String(PLAYERS_PAGE_ROWS + 1))})
    SELECT page.id::int, page.login, page.server_key AS server, page.status AS state,
      page.is_verified AS "isVerified", page.is_media_partner AS "isMediaPartner", page.created_at AS "createdAt",
      coalesce(wallet.balance, 0)::int AS coins, greatest(-coalesce(debt.balance, 0), 0)::int AS owed,
      (SELECT coalesce(sum(o.total_cents - o.refunded_cents), 0)::int FROM orders o
        WHERE o.account_id = page.id AND o.currency = 'EUR' AND o.state = 'granted') AS "paidCents"
    FROM page
    LEFT JOIN ledger_accounts wallet ON wallet.owner_id = page.id AND wallet.kind = 'wallet'
    LEFT JOIN ledger_accounts debt ON debt.owner_id = page.id AND debt.kind = 'debt'
    ORDER BY page.id ${order}`);
  const hasMore = rows.length > PLAYERS_PAGE_ROWS;
  const page = rows.slice(0, PLAYERS_PAGE_ROWS);
  const shown = isForwards ? page.toReversed() : page;
  const isFirstPage = before === undefined && (!isForwards || !hasMore);
  const isLastPage = !isForwards && !hasMore;
  return {
    players: shown.map(({ createdAt, ...row }): PlayerRow => {
      const { id, login, server, state, isVerified, isMediaPartner, coins, owed, paidCents } = row;
      const at = new Date(createdAt).toISOString();
      return { id, login, server, state, isVerified, isMediaPartner, coins, owed, paidCents, createdAt: at };
    }),
    before: isLastPage ? null : (shown.at(-1)?.id ?? null),
    after: isFirstPage ? null : (shown[0]?.id ?? null),
  };
}

/** The condition of the filters, each served by an index. Wildcards in a login are letters like others. */
function filtersOf({ before, after, login, server, state, mark }: PlayersQuery): SQL {
  const pattern = login && `${login.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const conditions = [
    before !== undefined && sql`a.id < ${before}::bigint`,
    before === undefined && after !== undefined && sql`a.id > ${after}::bigint`,
    pattern && sql`lower(a.login) LIKE ${pattern}`,
    server && sql`a.server_key = ${server}`,
    state && sql`a.status = ${state}`,
    mark === 'inDebt' && sql`a.is_in_debt`,
    mark === 'mediaPartner' && sql`a.is_media_partner`,
  ].filter((one): one is SQL => Boolean(one));
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}
