import { sql, type SQL } from 'drizzle-orm';
import {
  type PlayerRow,
  PLAYERS_PAGE_ROWS,
  type PlayersQuery,
  type PlayersReply,
} from '#/contract/operator/players.ts';
import { whereBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { KEPT_CENTS } from '#/server/domain/referral/keptMoney.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

type Row = Omit<PlayerRow, 'createdAt'> & { createdAt: Date } & Record<string, unknown>;

/**
 * Lists players, the newest first, or those whose logins begin alike in the order of their logins. A page costs the
 * same however many players exist: an index selects its rows, and only for these rows are balances and payments read.
 */
export async function listPlayers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  query: PlayersQuery,
): Promise<PlayersReply> {
  const { before, after } = query;
  const at = now();
  const isForwards = before === undefined && after !== undefined;
  const order = orderOf(query, isForwards);
  const { rows } = await db.execute<Row>(sql`
    WITH page AS (SELECT a.* FROM ${accountsOf(query, at)} WHERE ${filtersOf(query, at)}
      ORDER BY ${order(sql`a_id`, sql`a.login`)} LIMIT ${sql.raw(String(PLAYERS_PAGE_ROWS + 1))})
    SELECT page.id::float8, page.login, page.server_key AS server,
      CASE WHEN page.status = 'active' AND ${whereBlocked('sign-in', sql`page.id`, at)} THEN 'blocked'
        ELSE page.status END AS state,
      page.is_verified AS "isVerified", page.is_media_partner AS "isMediaPartner", page.created_at AS "createdAt",
      coalesce(wallet.balance, 0)::int AS coins, greatest(-coalesce(debt.balance, 0), 0)::int AS owed,
      (SELECT coalesce(sum(${KEPT_CENTS}), 0)::int FROM orders o
        WHERE o.account_id = page.id AND o.currency = 'EUR' AND o.state = 'granted') AS "paidCents"
    FROM page
    LEFT JOIN ledger_accounts wallet ON wallet.owner_id = page.id AND wallet.kind = 'wallet'
    LEFT JOIN ledger_accounts debt ON debt.owner_id = page.id AND debt.kind = 'debt'
    ORDER BY ${order(sql`page.id`, sql`page.login`)}`);
  const hasMore = rows.length > PLAYERS_PAGE_ROWS;
  const page = rows.slice(0, PLAYERS_PAGE_ROWS);
  const shown = isForwards ? page.toReversed() : page;
  const isFirstPage = before === undefined && (!isForwards || !hasMore);
  const isLastPage = !isForwards && !hasMore;
  return {
    players: shown.map(({ createdAt, ...row }): PlayerRow => {
      const { id, login, server, state, isVerified, isMediaPartner, coins, owed, paidCents } = row;
      const signedUpAt = new Date(createdAt).toISOString();
      const marks = { isVerified, isMediaPartner };
      return { id, login, server, state, ...marks, coins, owed, paidCents, createdAt: signedUpAt };
    }),
    before: isLastPage ? null : (shown.at(-1)?.id ?? null),
    after: isFirstPage ? null : (shown[0]?.id ?? null),
  };
}

/**
 * SQL: the accounts `a` in the order of `a_id`. Blocked accounts are looked up one by one from the table of blocks,
 * because with a join PostgreSQL would scan all accounts.
 */
function accountsOf({ state, login, before, after }: PlayersQuery, at: Date): SQL {
  if (state !== 'blocked') return sql`(SELECT *, id AS a_id FROM accounts) a`;
  return sql`(SELECT DISTINCT account_id AS a_id FROM account_blocks
      WHERE scope = 'sign-in' AND lifted_at IS NULL AND (ends_at IS NULL OR ends_at > ${at})
        AND ${login === undefined ? cursorOf(sql`account_id`, { before, after }) : sql`true`}) blocked
    CROSS JOIN LATERAL (SELECT * FROM accounts WHERE id = blocked.a_id AND status = 'active' OFFSET 0) a`;
}

/**
 * The order of the list. Logins are compared as their index does. By id, those that begin alike would be searched among
 * all accounts.
 */
const orderOf =
  ({ login: beginning }: PlayersQuery, isForwards: boolean) =>
  (id: SQL, login: SQL): SQL => {
    if (beginning === undefined) return sql`${id} ${isForwards ? sql`ASC` : sql`DESC`}`;
    return isForwards ? sql`lower(${login}) USING ~>~, ${id} DESC` : sql`lower(${login}) USING ~<~, ${id}`;
  };

/** The condition of the page in the order of logins. */
function loginCursorOf({ before, after }: Pick<PlayersQuery, 'before' | 'after'>): SQL {
  const id = before ?? after;
  if (id === undefined) return sql`true`;
  const login = sql`(SELECT lower(login) FROM accounts WHERE id = ${id}::bigint)`;
  const [beyond, orEqual] = before === undefined ? [sql`~<~`, sql`~<=~`] : [sql`~>~`, sql`~>=~`];
  const beyondId = before === undefined ? sql`a.id < ${id}::bigint` : sql`a.id > ${id}::bigint`;
  return sql`lower(a.login) ${orEqual} ${login} AND (lower(a.login) ${beyond} ${login} OR ${beyondId})`;
}

/** The condition of the page on an id. */
function cursorOf(id: SQL, { before, after }: Pick<PlayersQuery, 'before' | 'after'>): SQL {
  if (before !== undefined) return sql`${id} < ${before}::bigint`;
  return after === undefined ? sql`true` : sql`${id} > ${after}::bigint`;
}

/** The condition of the filters, each served by an index. LIKE wildcards in a login are escaped. */
function filtersOf({ before, after, login, server, state, mark }: PlayersQuery, at: Date): SQL {
  const pattern = login && `${login.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const conditions = [
    pattern ? loginCursorOf({ before, after }) : cursorOf(sql`a.id`, { before, after }),
    pattern && sql`lower(a.login) LIKE ${pattern}`,
    server && sql`a.server_key = ${server}`,
    state === 'active' && sql`a.status = 'active' AND NOT ${whereBlocked('sign-in', sql`a.id`, at)}`,
    state === 'closed' && sql`a.status = 'closed'`,
    mark === 'inDebt' && sql`a.is_in_debt`,
    mark === 'mediaPartner' && sql`a.is_media_partner`,
  ].filter((one): one is SQL => Boolean(one));
  return sql.join(conditions, sql` AND `);
}
