import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { MakeExportBody } from '#/contract/operator/figures/exports.ts';
import { addDays } from '#/contract/operator/figures/dayRange.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { VAT_COLUMNS, vatCells, vatRows } from './vatRows.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import { EXPORT_TABLES, type ExportTable, type TableKind } from './exportTables.ts';

/** Number of rows that one statement reads. */
const BATCH = 5000;

export type ExportFilter = Pick<MakeExportBody, 'kind' | 'from' | 'to' | 'server' | 'separator'>;
/** The rows of a file at the time of the request. Later rows are not in it. */
export interface ExportExtent {
  rows: number;
  firstId: number;
  lastId: number;
}

function condition({ time, server, where }: ExportTable, filter: ExportFilter): SQL {
  const parts = [
    sql`${time} >= ${filter.from}::timestamp AT TIME ZONE 'UTC'`,
    sql`${time} < ${addDays(filter.to, 1)}::timestamp AT TIME ZONE 'UTC'`,
    ...(where ? [where] : []),
    ...(filter.server === undefined ? [] : [sql`${server} = ${filter.server}`]),
  ];
  return sql.join(parts, sql` AND `);
}

/** Counts the rows of a file. */
export async function exportExtent({ db }: Pick<Deps, 'db'>, filter: ExportFilter): Promise<ExportExtent> {
  const { kind } = filter;
  if (kind === 'vat') return { rows: (await vatRows(db, filter)).length, firstId: 0, lastId: 0 };
  const table = EXPORT_TABLES[kind];
  const { rows } = await db.execute<Record<keyof ExportExtent, string>>(sql`
    SELECT count(*) AS rows, coalesce(min(r.id), 0) AS "firstId", coalesce(max(r.id), 0) AS "lastId"
    FROM ${fromOf(table)} WHERE ${condition(table, filter)}`);
  const { rows: count, firstId, lastId } = rows[0]!;
  return { rows: Number(count), firstId: Number(firstId), lastId: Number(lastId) };
}

/**
 * Writes a file batch by batch, so that neither its size nor a slow reader occupies memory or a transaction (O26).
 * @throws Error at the end if the number of rows differs from the one in its first line, so that the download fails
 */
export async function* exportText(
  { pool, db }: Pick<Deps, 'pool' | 'db'>,
  filter: ExportFilter,
  { rows, firstId, lastId }: ExportExtent,
): AsyncGenerator<string> {
  const { kind, from, to, server, separator } = filter;
  const about = `${kind} ${from} - ${to} UTC; server: ${server ?? 'all'}; rows: ${rows}`;
  yield BYTE_ORDER_MARK + csvLine([about], separator);
  let written = 0;
  if (kind === 'vat') {
    const sums = await vatRows(db, filter);
    yield [VAT_COLUMNS, ...sums.map(vatCells)].map((cells) => csvLine(cells, separator)).join('');
    written = sums.length;
  } else {
    yield csvLine(Object.keys(EXPORT_TABLES[kind].columns), separator);
    for await (const batch of readBatches(pool, { ...filter, kind }, { firstId, lastId })) {
      written += batch.length;
      yield batch.map((cells) => csvLine(cells, separator)).join('');
    }
  }
  if (written !== rows) throw new Error(`an export of ${kind} has ${written} rows and not ${rows}`);
}

async function* readBatches(
  pool: Deps['pool'],
  filter: ExportFilter & { kind: TableKind },
  { firstId, lastId }: Omit<ExportExtent, 'rows'>,
): AsyncGenerator<(string | null)[][]> {
  for (let afterId = firstId - 1; afterId < lastId;) {
    const untilId = await endOfBatch(pool, filter.kind, { afterId, lastId });
    yield await readBatch(pool, filter, { afterId, untilId });
    afterId = untilId;
  }
}

const fromOf = ({ table, joins }: ExportTable): SQL => sql`${sql.identifier(table)} r ${joins}`;

/** Finds the last id of a batch by the key alone. By time, the database would read the whole range for each batch. */
async function endOfBatch(
  pool: Deps['pool'],
  kind: TableKind,
  { afterId, lastId }: { afterId: number; lastId: number },
): Promise<number> {
  const { rows } = await pool.query<{ id: string | null }>(
    `SELECT max(id) AS id FROM (SELECT id FROM ${EXPORT_TABLES[kind].table}
      WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${BATCH}) batch`,
    [afterId, lastId],
  );
  return Number(rows[0]!.id ?? lastId);
}

const dialect = new PgDialect();

/** Reads rows as arrays of texts, because building objects would cost more than the statement. */
async function readBatch(
  pool: Deps['pool'],
  filter: ExportFilter & { kind: TableKind },
  { afterId, untilId }: { afterId: number; untilId: number },
): Promise<(string | null)[][]> {
  const table = EXPORT_TABLES[filter.kind];
  const { sql: text, params } = dialect.sqlToQuery(sql`
    SELECT ${sql.join(Object.values(table.columns), sql`, `)} FROM ${fromOf(table)}
    WHERE r.id > ${afterId}::bigint AND r.id <= ${untilId}::bigint AND ${condition(table, filter)} ORDER BY r.id`);
  const { rows } = await pool.query<(string | null)[]>({ text, values: params, rowMode: 'array' });
  return rows;
}
