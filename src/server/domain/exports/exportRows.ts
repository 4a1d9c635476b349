import { type SQL, sql } from 'drizzle-orm';
import type { MakeExportBody } from '#/contract/operator/figures/exports.ts';
import { addDays } from '#/contract/operator/figures/dayRange.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import { EXPORT_TABLES, type ExportTable } from './exportTables.ts';

/** Rows that are read by one statement. */
const BATCH = 5000;

export type ExportFilter = Pick<MakeExportBody, 'kind' | 'from' | 'to' | 'server' | 'separator'>;
/** The rows of a file when it was asked for: those that come later are not in it. */
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
  const table = EXPORT_TABLES[filter.kind];
  const { rows } = await db.execute<Record<keyof ExportExtent, string>>(sql`
    SELECT count(*) AS rows, coalesce(min(r.id), 0) AS "firstId", coalesce(max(r.id), 0) AS "lastId"
    FROM ${table.from} WHERE ${condition(table, filter)}`);
  const { rows: count, firstId, lastId } = rows[0]!;
  return { rows: Number(count), firstId: Number(firstId), lastId: Number(lastId) };
}

/**
 * Writes a file batch by batch, so that neither its size nor a slow reader holds memory or a transaction (O26).
 * @throws Error at the end if it has not as many rows as its first line says, so that the download fails
 */
export async function* exportText(
  { db }: Pick<Deps, 'db'>,
  filter: ExportFilter,
  { rows, firstId, lastId }: ExportExtent,
): AsyncGenerator<string> {
  const { kind, from, to, server, separator } = filter;
  const table = EXPORT_TABLES[kind];
  const names = Object.keys(table.columns);
  const about = `${kind} ${from} - ${to} UTC; server: ${server ?? 'all'}; rows: ${rows}`;
  yield BYTE_ORDER_MARK + csvLine([about], separator) + csvLine(names, separator);
  const cells = sql.join(Object.values(table.columns), sql`, `);
  let written = 0;
  for (let afterId = firstId - 1; afterId < lastId;) {
    const { rows: batch } = await db.execute<{ id: string; cells: (string | null)[] }>(sql`
      SELECT r.id, ARRAY[${cells}] AS cells FROM ${table.from}
      WHERE r.id > ${afterId}::bigint AND r.id <= ${lastId}::bigint AND ${condition(table, filter)}
      ORDER BY r.id LIMIT ${BATCH}`);
    written += batch.length;
    yield batch.map((row) => csvLine(row.cells, separator)).join('');
    if (batch.length < BATCH) break;
    afterId = Number(batch.at(-1)!.id);
  }
  if (written !== rows) throw new Error(`an export of ${kind} has ${written} rows and not ${rows}`);
}
