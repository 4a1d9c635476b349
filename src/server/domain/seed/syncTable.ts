import { isDeepStrictEqual } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Change, FieldChange } from './catalogueDiff.ts';
import { CatalogueError } from '#/server/domain/catalogue/catalogueError.ts';

/** A row as JSON, by column names. */
type Row = Record<string, unknown>;

/** The target rows of a catalogue table. */
export interface TableWanted {
  table: string;
  /** Word for a row in messages, for example "good". */
  noun: string;
  /** Columns of its key. */
  keys: readonly string[];
  rows: readonly Row[];
  /** Columns that define the meaning of an id. They never change, because players own the goods that they bought. */
  fixed?: readonly string[];
  /** A column with unique values. */
  unique?: string;
  /**
   * Treatment of rows that left the files: stays (unchanged), withdrawn (marked is_withdrawn) or removed (deleted).
   */
  gone: 'stays' | 'withdrawn' | 'removed';
}

/**
 * Makes a table equal to the target rows; equal rows and columns are not touched.
 * @returns the changes, in the order of the rows
 * @throws CatalogueError if an id would change its meaning, or a name would move to another id
 */
export async function syncTable(tx: NodePgDatabase, wanted: TableWanted): Promise<Change[]> {
  const { table, noun, keys, rows, gone } = wanted;
  const keyOf = (row: Row) => keys.map((key) => String(row[key])).join('/');
  const { rows: found } = await tx.execute<{ row: Row }>(
    sql`SELECT to_jsonb(t) AS row FROM ${sql.identifier(table)} t`,
  );
  const old = new Map(found.map(({ row }) => [keyOf(row), row]));
  refuseOthers(wanted, old, keyOf);

  const changes: Change[] = [];
  const note = (did: Change['did'], row: Row, fields: FieldChange[] = []) =>
    changes.push({ noun, id: keyOf(row), ...namesOf(row), did, fields });
  const written: Row[] = [];
  for (const row of rows) {
    const before = old.get(keyOf(row));
    const fields = Object.keys(row).flatMap((column) => differences(column, before?.[column], row[column]));
    if (fields.length === 0) continue;
    const isBack = before?.['is_withdrawn'] === true;
    const others = fields.filter(({ field }) => field !== 'is_withdrawn');
    if (before) note(isBack ? 'returned' : 'changed', row, others);
    else note('added', row);
    written.push(row);
  }
  if (written.length > 0) await tx.execute(upsertOf(wanted, written));

  const kept = new Set(rows.map(keyOf));
  for (const [key, row] of old) {
    if (kept.has(key) || gone === 'stays' || row['is_withdrawn'] === true) continue;
    const change =
      gone === 'removed' ? `DELETE FROM ${table} WHERE` : `UPDATE ${table} SET is_withdrawn = true WHERE`;
    const where = keys.map((column) => sql`${sql.identifier(column)} = ${row[column]}`);
    await tx.execute(sql`${sql.raw(change)} ${sql.join(where, sql` AND `)}`);
    note(gone, row);
  }
  return changes;
}

function refuseOthers(
  { noun, rows, fixed = [], unique = '' }: TableWanted,
  old: ReadonlyMap<string, Row>,
  keyOf: (row: Row) => string,
): void {
  const mistakes: string[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    const before = old.get(key);
    for (const column of fixed)
      if (before && !isDeepStrictEqual(before[column], row[column]))
        mistakes.push(
          `${noun} ${key} belongs to ${column} ${String(before[column])} already, not ${String(row[column])}`,
        );
    for (const [holder, other] of old)
      if (unique && holder !== key && other[unique] === row[unique])
        mistakes.push(
          `${noun} ${key}: ${unique} ${String(row[unique])} belongs to ${noun} ${holder} already`,
        );
  }
  if (mistakes.length > 0) throw new CatalogueError(mistakes);
}

// PostgreSQL reads the JSON: the types of its columns make arrays of lists and jsonb of objects
function upsertOf({ table, keys, rows }: TableWanted, written: readonly Row[]): SQL {
  const columns = Object.keys(rows[0] ?? {});
  const set = columns
    .filter((column) => !keys.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  return sql`${sql.raw(`INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.join(', ')}`)}
    FROM jsonb_populate_recordset(NULL::${sql.raw(table)}, ${JSON.stringify(written)}::jsonb)
    ${sql.raw(`ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${set.join(', ')}`)}`;
}

function namesOf(row: Row): Pick<Change, 'name' | 'names'> {
  const names = row['names'] ?? row['titles'];
  if (!isRecord(names) || typeof names['en'] !== 'string') return { name: '' };
  return { name: names['en'], names: names as Record<string, string> };
}

const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists the paths in which two values differ, for example the languages of a text. */
function differences(field: string, from: unknown, to: unknown): FieldChange[] {
  if (isDeepStrictEqual(from, to)) return [];
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length && to.every(isRecord))
    return to.flatMap((each, at) => differences(`${field}.${at}`, from[at], each));
  if (!isRecord(from) || !isRecord(to)) return [{ field, from, to }];
  return Object.keys({ ...from, ...to }).flatMap((key) => differences(`${field}.${key}`, from[key], to[key]));
}
