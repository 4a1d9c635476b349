import { setTimeout } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { MakeExportBody } from '#/contract/operator/figures/exports.ts';
import { addDays } from '#/contract/operator/figures/dayRange.ts';
import { settledId } from '#/server/platform/db/settledId.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { csvLines } from './csvLines.ts';
import { VAT_FILE_COLUMNS, vatCells, vatRows } from './vatRows.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import { EXPORT_TABLES, type ExportTable, type TableKind } from './exportTables.ts';

/** Ids that the first statement covers. Later statements cover as many as give a text of about the chosen length. */
const FIRST_IDS = 5000;
/**
 * The most that one statement covers. It takes about 0.2 s while the database works for others. Else it reads more,
 * because each statement joins whole tables.
 */
const BATCHES = {
  busy: { ids: 20_000, characters: 2 * 1024 * 1024 },
  calm: { ids: 100_000, characters: 16 * 1024 * 1024 },
};
/**
 * Connections of others, at work now or just before, that make an export step back, and its pauses as a multiple of its
 * work. Players' statements are so short that at one moment often none is at work.
 */
const BUSY = 2;
const JUST_BEFORE = sql.raw(`interval '50 milliseconds'`);
const PAUSES = 12;

export type ExportFilter = Pick<MakeExportBody, 'kind' | 'from' | 'to' | 'server' | 'separator'>;
/** The rows of a file at the time of the request. Later rows are not in it. */
export interface ExportExtent {
  rows: number;
  firstId: number;
  lastId: number;
  askedAt: Date;
}

function condition(
  { time, isTimedLater, server, where }: ExportTable,
  filter: ExportFilter,
  { askedAt }: Pick<ExportExtent, 'askedAt'>,
): SQL {
  const parts = [
    ...(isTimedLater ? [sql`${time} <= ${askedAt}`] : []),
    sql`${time} >= ${filter.from}::timestamp AT TIME ZONE 'UTC'`,
    sql`${time} < ${addDays(filter.to, 1)}::timestamp AT TIME ZONE 'UTC'`,
    ...(where ? [where] : []),
    ...(filter.server === undefined ? [] : [sql`${server} = ${filter.server}`]),
  ];
  return sql.join(parts, sql` AND `);
}

/**
 * Counts the rows of a file. What transactions under way write is in the file once they have ended, or else it would
 * appear among the counted rows while the file is written.
 */
export async function exportExtent(
  { db, pool, now }: Pick<Deps, 'db' | 'pool' | 'now'>,
  filter: ExportFilter,
): Promise<ExportExtent> {
  const { kind } = filter;
  const askedAt = now();
  if (kind === 'vat') return { rows: (await vatRows(db, filter)).length, firstId: 0, lastId: 0, askedAt };
  const table = EXPORT_TABLES[kind];
  // if a transaction does not end in time, the file fails only if that one writes rows of it
  const settled = (await settledId(pool, table.table)) ?? Number.MAX_SAFE_INTEGER;
  // the server of a row stands in a joined table
  const isAlone = table.isCountedAlone && filter.server === undefined;
  const { rows } = await db.execute<Record<'rows' | 'firstId' | 'lastId', string>>(sql`
    SELECT count(*) AS rows, coalesce(min(r.id), 0) AS "firstId", coalesce(max(r.id), 0) AS "lastId"
    FROM ${isAlone ? sql`${sql.identifier(table.table)} r` : fromOf(table)}
    WHERE r.id <= ${settled}::bigint AND ${condition(table, filter, { askedAt })}`);
  const { rows: count, firstId, lastId } = rows[0]!;
  return { rows: Number(count), firstId: Number(firstId), lastId: Number(lastId), askedAt };
}

/**
 * Writes a file batch by batch, so that neither its size nor a slow reader occupies memory or a transaction (O26).
 * @throws Error at the end if the number of rows differs from the one in its first line, so that the download fails
 */
export async function* exportText(
  { pool, db }: Pick<Deps, 'pool' | 'db'>,
  filter: ExportFilter,
  { rows, ...range }: ExportExtent,
): AsyncGenerator<string> {
  const { kind, from, to, server, separator } = filter;
  const about = (count: number) =>
    BYTE_ORDER_MARK +
    csvLine([`${kind} ${from} - ${to} UTC; server: ${server ?? 'all'}; rows: ${count}`], separator);
  if (kind === 'vat') {
    // one read, and its rows change with each payment
    const sums = await vatRows(db, filter);
    yield about(sums.length);
    yield [VAT_FILE_COLUMNS, ...sums.map(vatCells)].map((cells) => csvLine(cells, separator)).join('');
    return;
  }
  yield about(rows);
  yield csvLine(Object.keys(EXPORT_TABLES[kind].columns), separator);
  let written = 0;
  for await (const batch of readBatches(pool, { ...filter, kind }, range)) {
    written += batch.rows;
    yield batch.lines;
  }
  if (written !== rows) throw new Error(`an export of ${kind} has ${written} rows and not ${rows}`);
}

interface Batch {
  rows: number;
  lines: string;
  /** Connections of others that the database works for. */
  busy: number;
  /** The next number of the table; null after the last one. */
  nextId: string | null;
}

/**
 * Reads batch by batch. While the database works for others, each batch is followed by a pause, so that players do not
 * notice an export.
 */
async function* readBatches(
  pool: Deps['pool'],
  filter: ExportFilter & { kind: TableKind },
  { firstId, lastId, askedAt }: Omit<ExportExtent, 'rows'>,
): AsyncGenerator<Batch> {
  let ids = FIRST_IDS;
  for (let afterId = firstId - 1; afterId < lastId;) {
    const untilId = Math.min(lastId, afterId + ids);
    const startMs = performance.now();
    const batch = await readBatch(pool, filter, { afterId, untilId, askedAt });
    const workMs = performance.now() - startMs;
    yield batch;
    const isBusy = batch.busy >= BUSY;
    if (isBusy) await setTimeout(PAUSES * workMs);
    const wanted = isBusy ? BATCHES.busy : BATCHES.calm;
    ids = Math.min(wanted.ids, Math.ceil((wanted.characters * ids) / (batch.lines.length + 1)));
    // goes on at the next row: a restored database leaves out millions of numbers (`advanceNumbers`)
    afterId = batch.nextId === null ? lastId : Number(batch.nextId) - 1;
  }
}

const fromOf = ({ table, joins }: ExportTable): SQL => sql`${sql.identifier(table)} r ${joins}`;

const dialect = new PgDialect();

async function readBatch(
  pool: Deps['pool'],
  filter: ExportFilter & { kind: TableKind },
  { afterId, untilId, askedAt }: { afterId: number; untilId: number; askedAt: Date },
): Promise<Batch> {
  const table = EXPORT_TABLES[filter.kind];
  const from = sql`FROM ${fromOf(table)}
    WHERE r.id > ${afterId}::bigint AND r.id <= ${untilId}::bigint AND ${condition(table, filter, { askedAt })}`;
  const lines = csvLines(Object.values(table.columns), from, filter.separator);
  const { sql: text, params } = dialect.sqlToQuery(sql`SELECT *, (SELECT count(*)::int FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      AND (state = 'active' OR query_start > clock_timestamp() - ${JUST_BEFORE})) AS busy,
    (SELECT min(id) FROM ${sql.identifier(table.table)} WHERE id > ${untilId}::bigint) AS "nextId"
    FROM (${lines}) batch`);
  const { rows } = await pool.query<Batch>({ text, values: params });
  return rows[0]!;
}
