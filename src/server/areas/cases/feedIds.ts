import { DROPS_SHOWN, type DropFeedReply, RARITIES } from '#/contract/cases.ts';
import { blockedText } from '#/server/domain/accounts/access/blocks.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { sharedLookup } from '#/server/platform/kernel/sharedLookup.ts';

const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Length of the feed in quiet times. */
const BEST_SHOWN = 10;

/** The drops of a feed in their order, and what they are. */
export interface FeedIds extends Pick<DropFeedReply, 'period'> {
  ids: number[];
}

interface Row {
  caseId: number;
  id: number;
  /** Whether it counts for a live feed. */
  isRecent: boolean;
}
type Scope = 'all' | 'case';

/** Joins and conditions of the drops that may be shown: of no closed account, and of nobody who is banned now ($1). */
const SHOWN = `FROM drops one JOIN coupons coupon ON coupon.id = one.coupon_id
      JOIN accounts account ON account.id = coupon.account_id
      WHERE account.status <> 'closed' AND NOT ${blockedText('sign-in', 'account.id', '$1')}`;
/** $3: the cases that are asked for; 0 for all. */
const ASKED = `(SELECT DISTINCT unnest($3::bigint[]) AS id) asked`;
const ofAsked = { all: '', case: 'AND one.case_id = asked.id' };
/** Compares pairs to use the index of the case: for `case_id = …` PostgreSQL would read all drops by their id. */
const newestOf = {
  all: 'ORDER BY one.id DESC',
  case: `AND (one.case_id, one.id) > (asked.id, 0) AND (one.case_id, one.id) < (asked.id + 1, 0)
        ORDER BY one.case_id DESC, one.id DESC`,
};

/** $2: the beginning of the last hour. */
const newest = (scope: Scope) => ({
  name: `feedNewest ${scope}`,
  text: `SELECT asked.id::float8 AS "caseId", shown.id::float8 AS id, shown.at > $2 AS "isRecent"
    FROM ${ASKED} CROSS JOIN LATERAL (
      SELECT one.id, one.at ${SHOWN} ${newestOf[scope]} LIMIT ${DROPS_SHOWN}) shown
    ORDER BY shown.id DESC`,
});

/** $2: the beginning of the week. Reads the index once for each rarity, so it costs the same however much is won. */
const best = (scope: Scope) => ({
  name: `feedBest ${scope}`,
  text: `SELECT asked.id::float8 AS "caseId", shown.id::float8 AS id, false AS "isRecent"
    FROM ${ASKED} CROSS JOIN LATERAL (
      SELECT ranked.* FROM generate_series(0, ${RARITIES.length - 1}) rarity(rank) CROSS JOIN LATERAL (
        SELECT one.id, one.at, one.rank ${SHOWN} ${ofAsked[scope]} AND one.rank = rarity.rank AND one.at > $2
        ORDER BY one.at DESC, one.id DESC LIMIT ${BEST_SHOWN}) ranked
      ORDER BY ranked.rank DESC, ranked.at DESC, ranked.id DESC LIMIT ${BEST_SHOWN}) shown
    ORDER BY shown.rank DESC, shown.at DESC, shown.id DESC`,
});

const lookUp = (statement: { name: string; text: string }, lastMs: number) =>
  sharedLookup<number, Row>(statement, (caseIds, now) => [now, new Date(now.getTime() - lastMs), caseIds]);

const lookUpNewest = { all: lookUp(newest('all'), HOUR_MS), case: lookUp(newest('case'), HOUR_MS) };
const lookUpBest = { all: lookUp(best('all'), WEEK_MS), case: lookUp(best('case'), WEEK_MS) };

/**
 * Finds which drops the feed of all cases or of one case shows now: the newest, or the best of the week when fewer than
 * `feedLiveFrom` were won in the last hour (FA8). They depend on bans and on the time, so each request asks for them;
 * requests of a moment share a query.
 */
export async function feedIds(
  deps: Pick<Deps, 'pool' | 'now' | 'config'>,
  caseId: number | undefined,
): Promise<FeedIds> {
  const scope = caseId === undefined ? 'all' : 'case';
  const key = caseId ?? 0;
  const ofKey = async (look: typeof lookUpNewest) =>
    (await look[scope](deps, [key])).filter((row) => row.caseId === key);
  const rows = await ofKey(lookUpNewest);
  const isLive = rows.filter(({ isRecent }) => isRecent).length >= deps.config.feedLiveFrom;
  const shown = isLive ? rows : await ofKey(lookUpBest);
  return { period: isLive ? 'newest' : 'week', ids: shown.map(({ id }) => id) };
}
