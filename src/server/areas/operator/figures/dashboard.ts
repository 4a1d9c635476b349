import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import {
  COIN_CAUSES,
  COIN_ENDS,
  type Dashboard,
  type DashboardQuery,
  type dashboardReply,
} from '#/contract/operator/figures/dashboard.ts';
import { addDays, type DayRange, daysIn, rangeBefore } from '#/contract/operator/figures/dayRange.ts';
import { payersIn } from '#/server/domain/figures/payers.ts';
import { type Figure, type Marks, MARKS, readFigures } from '#/server/domain/figures/readFigures.ts';
import { tilesOf, totalOf, waitsOf } from '#/server/domain/figures/tiles.ts';
import { longestWait, medianWait } from '#/server/domain/figures/waits.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Ranges of more days show the players online by day instead of by hour. */
const HOURLY_DAYS = 7;
/** Length of what all times of one hour, or of one day, have in common. */
const COMMON_LENGTH = { hour: '2026-01-15T12'.length, day: '2026-01-15'.length } as const;

const beginOf = (day: string) => new Date(`${day}T00:00:00Z`);
const endOf = (day: string) => beginOf(addDays(day, 1));

/** Returns the figures of a range of days and of the range before, in three statements whatever the length. */
export async function dashboard(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  { from, to, server }: DashboardQuery,
): Promise<z.output<typeof dashboardReply>> {
  const now = { from, to };
  const before = rangeBefore(now);
  const { marks, servers, cases, payers, payersBefore } = await readSurroundings(db, { now, before, server });
  const { figures, isCounting, isBeforeWhole } = await readFigures(db, { marks, now, before, server });
  const current = figures.filter(({ period }) => period === 'now');
  return {
    from,
    to,
    before,
    isBeforeWhole,
    servers,
    isCounting,
    tiles: tilesOf(figures, 'now', payers),
    tilesBefore: tilesOf(figures, 'before', payersBefore),
    ...seriesOf(current, cases),
    online: await playersOnline(db, { range: now, server, now: clock() }),
  };
}

interface Surroundings extends Record<string, unknown> {
  marks: Marks;
  servers: { key: string; names: Localised }[];
  cases: Record<string, Localised>;
  payers: number;
  payersBefore: number;
}

async function readSurroundings(
  db: Deps['db'],
  { now, before, server }: { now: DayRange; before: DayRange; server: string | undefined },
): Promise<Surroundings> {
  const { rows } = await db.execute<Surroundings>(sql`SELECT
    ${MARKS} AS marks,
    (SELECT coalesce(json_agg(json_build_object('key', key, 'names', names) ORDER BY sort_order, key), '[]')
      FROM servers) AS servers,
    (SELECT coalesce(json_object_agg(id, names), '{}') FROM cases) AS cases,
    ${payersIn(now, server)} AS payers,
    ${payersIn(before, server)} AS "payersBefore"`);
  return rows[0]!;
}

type Series = Pick<Dashboard, 'money' | 'funnel' | 'openings' | 'issued' | 'spent' | 'handedOver'>;

function seriesOf(figures: readonly Figure[], cases: Record<string, Localised>): Series {
  const all = (metric: Figure['metric']) => totalOf(figures, metric, () => true);
  const ofDetail = (metric: Figure['metric'], detail: string) =>
    totalOf(figures, metric, (figure) => figure.detail === detail);
  const details = (metric: Figure['metric']) => [
    ...new Set(figures.filter((figure) => figure.metric === metric).map(({ detail }) => detail)),
  ];
  return {
    money: moneyOf(figures),
    funnel: {
      carts: all('begunCarts'),
      orders: all('begunOrders'),
      paid: all('begunPaid'),
      granted: all('begunGranted'),
    },
    openings: details('openings')
      .map((id) => ({ caseId: Number(id), names: cases[id]!, count: ofDetail('openings', id) }))
      .toSorted((a, b) => b.count - a.count || a.caseId - b.caseId),
    issued: COIN_CAUSES.map((cause) => ({ cause, coins: ofDetail('coinsIssued', cause) })),
    spent: COIN_ENDS.map((cause) => ({ cause, coins: ofDetail('coinsSpent', cause) })),
    handedOver: waitsByServer(figures),
  };
}

function moneyOf(figures: readonly Figure[]): Dashboard['money'] {
  const days = new Map<string, Dashboard['money'][number]>();
  for (const { metric, day, detail: provider, value } of figures) {
    if (day === null) continue;
    const key = `${day} ${provider}`;
    const row = days.get(key) ?? { day, provider, paidCents: 0, refundedCents: 0, chargedBackCents: 0 };
    days.set(key, { ...row, [metric]: (row[metric as keyof typeof row] as number) + value });
  }
  return [...days.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function waitsByServer(figures: readonly Figure[]): Dashboard['handedOver'] {
  const handed = figures.filter(({ metric }) => metric === 'handedOver');
  const keys = [...new Set(handed.map(({ server }) => server))].toSorted();
  return keys.map((server) => {
    const own = handed.filter((figure) => figure.server === server);
    const waits = waitsOf(own);
    return {
      server,
      count: totalOf(own, 'handedOver', () => true),
      medianSeconds: medianWait(waits) ?? 0,
      longestSeconds: longestWait(waits) ?? 0,
    };
  });
}

/**
 * Reads the players online of each hour or day. The hour or day that is not over is left out, because half of it looks like
 * a fall; alone it stays.
 */
async function playersOnline(
  db: Deps['db'],
  { range, server, now }: { range: DayRange; server: string | undefined; now: Date },
): Promise<Dashboard['online']> {
  const unit = daysIn(range) <= HOURLY_DAYS ? 'hour' : 'day';
  const players = server === undefined ? sql`online` : sql`coalesce((by_server ->> ${server})::int, 0)`;
  const { rows } = await db.execute<{ at: Date; average: number; peak: number }>(sql`
    SELECT date_trunc(${unit}, at, 'UTC') AS at, avg(${players})::float8 AS average, max(${players}) AS peak
    FROM online_samples WHERE at >= ${beginOf(range.from)} AND at < ${endOf(range.to)} GROUP BY 1 ORDER BY 1`);
  const points = rows.map(({ at, average, peak }) => ({
    at: new Date(at).toISOString(),
    average: Math.round(average * 10) / 10,
    peak,
  }));
  const begunOf = (at: string) => at.slice(0, COMMON_LENGTH[unit]);
  const over = points.filter(({ at }) => begunOf(at) !== begunOf(now.toISOString()));
  return over.length > 0 ? over : points;
}
