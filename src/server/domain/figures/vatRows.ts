import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '#/contract/operator/figures/dayRange.ts';
import type { VatQuery, VatRow } from '#/contract/operator/vat.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { VAT_MARK } from './countVat.ts';
import { eventsOf, VAT_COLUMNS, VAT_SUMS, vatOfEvents } from './vatOfEvents.ts';

/** Attempts to read sums and later events while a job moves the mark. */
const ATTEMPTS = 3;

/** What is counted: events up to `mark`, except those of the days that must be counted again. */
interface Counted {
  mark: string;
  stale: string[];
}
const NOTHING_COUNTED: Counted = { mark: '0', stale: [] };

type Sums = Omit<VatRow, 'netCents' | 'refundedNetCents'>;

/**
 * Sums the payments and refunds of a range by month (UTC), country and rate (O25). The dashboard counts the same ones on
 * the same days. Counted days come from stored sums, the others from events. If a job counts meanwhile, all is read
 * again, after some attempts from the events alone.
 */
export async function vatRows(db: Pick<Deps['db'], 'execute'>, query: VatQuery): Promise<VatRow[]> {
  const { rows } = await db.execute<Counted & Record<string, unknown>>(sql`SELECT ${countedIn(query)}`);
  let counted: Counted = rows[0]!;
  for (let attempts = 1; attempts <= ATTEMPTS; attempts++) {
    const found = await readSums(db, query, counted);
    if (found.mark === counted.mark && found.stale.join() === counted.stale.join())
      return found.sums.map(rowOf);
    counted = found;
  }
  return vatRowsOfEvents(db, query);
}

/** Sums the same from the events alone, which takes as long as there are events. */
export const vatRowsOfEvents = async (db: Pick<Deps['db'], 'execute'>, query: VatQuery): Promise<VatRow[]> =>
  (await readSums(db, query, NOTHING_COUNTED)).sums.map(rowOf);

const countedIn = ({ from, to }: VatQuery): SQL => sql`
  coalesce((SELECT last_id FROM day_sum_marks WHERE source = ${VAT_MARK}), 0)::text AS mark,
  ARRAY(SELECT DISTINCT day::text FROM vat_recounts WHERE day BETWEEN ${from} AND ${to} ORDER BY 1) AS stale`;

async function readSums(
  db: Pick<Deps['db'], 'execute'>,
  query: VatQuery,
  { mark, stale }: Counted,
): Promise<Counted & { sums: Sums[] }> {
  const { from, to, server } = query;
  const sumOf = (names: readonly string[]) =>
    sql.raw(names.map((name) => `sum(${name})::float8 AS ${name}`).join(', '));
  const vatOrNull = (name: string) => sql.raw(`CASE WHEN basis_points IS NOT NULL THEN ${name} END`);
  // the mark is a constant, from which the planner knows how few events are later
  const events = [
    sql`${eventsOf(sql`${from}`, sql`${addDays(to, 1)}`)} AND id > ${mark}::bigint`,
    ...stale.map((day) => sql`${eventsOf(sql`${day}`, sql`${addDays(day, 1)}`)} AND id <= ${mark}::bigint`),
  ];
  const { rows } = await db.execute<Record<string, unknown> & Counted & { sums: Sums[] }>(sql`
    WITH parts AS (
      SELECT ${VAT_COLUMNS} FROM vat_sums WHERE day BETWEEN ${from} AND ${to} AND ${mark}::bigint > 0
        AND day <> ALL(${sql.param(stale)}::date[])
      UNION ALL SELECT ${VAT_COLUMNS} FROM ${vatOfEvents(sql.join(events, sql` UNION ALL `))} later),
    summed AS (
      SELECT to_char(day, 'YYYY-MM') AS month, country, basis_points, ${sumOf(VAT_SUMS)} FROM parts
      WHERE ${server ?? null}::text IS NULL OR server = ${server ?? null}
      GROUP BY 1, 2, 3)
    SELECT ${countedIn(query)}, coalesce(json_agg(json_build_object(
        'month', month, 'country', country, 'basisPoints', basis_points, 'orders', orders,
        'grossCents', gross_cents, 'vatCents', ${vatOrNull('vat_cents')}, 'refunds', refunds,
        'refundedGrossCents', refunded_gross_cents, 'refundedVatCents', ${vatOrNull('refunded_vat_cents')})
      ORDER BY month, country NULLS FIRST, basis_points), '[]') AS sums
    FROM summed`);
  return rows[0]!;
}

const rowOf = (sums: Sums): VatRow => ({
  month: sums.month,
  country: sums.country,
  basisPoints: sums.basisPoints,
  orders: sums.orders,
  grossCents: sums.grossCents,
  netCents: netOf(sums.grossCents, sums.vatCents),
  vatCents: sums.vatCents,
  refunds: sums.refunds,
  refundedGrossCents: sums.refundedGrossCents,
  refundedNetCents: netOf(sums.refundedGrossCents, sums.refundedVatCents),
  refundedVatCents: sums.refundedVatCents,
});

const netOf = (grossCents: number, vatCents: number | null) =>
  vatCents === null ? null : grossCents - vatCents;

/** Columns of the file. */
export const VAT_FILE_COLUMNS = [
  'month',
  'country',
  'rate',
  'orders',
  'gross',
  'net',
  'vat',
  'refunds',
  'refunded_gross',
  'refunded_net',
  'refunded_vat',
] as const;

const hundredths = (value: number | null) => (value === null ? null : (value / 100).toFixed(2));

/** A line of the file. Unknown values stay empty. */
export const vatCells = (row: VatRow): (string | null)[] => [
  row.month,
  row.country,
  hundredths(row.basisPoints),
  String(row.orders),
  hundredths(row.grossCents),
  hundredths(row.netCents),
  hundredths(row.vatCents),
  String(row.refunds),
  hundredths(row.refundedGrossCents),
  hundredths(row.refundedNetCents),
  hundredths(row.refundedVatCents),
];
