import type pg from 'pg';
import { onlyKey, type SecretKey } from '#/server/platform/config/secretKey.ts';
import { SEALED_COLUMNS, type SealedColumn } from '#/server/platform/db/sealedColumns.ts';
import { noteSecretUse } from '#/server/platform/db/siteSecret.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { decrypt, encrypt } from '#/server/platform/kernel/encryption.ts';

/** Rows of one transaction. It holds their locks for milliseconds. */
export const BATCH = 200;

type SealDeps = Pick<Deps, 'pool' | 'secretKey'>;

/** Rows of one sealed column. */
export interface SealedCount {
  table: string;
  column: string;
  rows: number;
  /** Rows that another readable secret opens, and not the current one. */
  former: number;
  /** Rows that no readable secret opens. */
  unreadable: number;
}

interface SealedRow extends Record<string, unknown> {
  owner: string;
  sealed: Buffer;
}

/** A row to be written, with its bytes as they were read and the new ones. */
interface Anew {
  row: SealedRow;
  bytes: Buffer;
}

/**
 * Goes once over everything that is sealed, and writes anew with the current secret what was sealed with another one
 * (N13). May be interrupted and repeated, run twice at once, and run beside the site: a row that changes meanwhile is
 * left as it is, and is found by the next pass.
 * @param onBatch called after each batch with the numbers of its column so far
 * @returns the numbers of each column, as this pass found them
 * @throws Error if the current secret was removed meanwhile
 */
export async function sealAnew(
  deps: SealDeps,
  { isWriting = true, batch = BATCH }: { isWriting?: boolean; batch?: number } = {},
  onBatch: (count: SealedCount) => void = () => {},
): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const column of SEALED_COLUMNS) {
    const count = { table: column.table, column: column.column, rows: 0, former: 0, unreadable: 0 };
    for (let rows = await readRows(deps.pool, column, batch); rows.length > 0;) {
      const anew: Anew[] = [];
      for (const row of rows) {
        count.rows++;
        const bytes = sealedAnew(deps.secretKey, column, row);
        if (bytes === 'unreadable') count.unreadable++;
        else if (bytes !== 'current') anew.push({ row, bytes });
      }
      count.former += anew.length;
      if (isWriting && anew.length > 0) await writeRows(deps, column, anew);
      onBatch(count);
      rows = await readRows(deps.pool, column, batch, rows.at(-1));
    }
    counts.push(count);
  }
  return counts;
}

/** The row's text sealed with the current secret, unless it is already, or no secret opens it. */
function sealedAnew(
  secretKey: SecretKey,
  { purpose }: SealedColumn,
  { owner, sealed }: SealedRow,
): Buffer | 'current' | 'unreadable' {
  const textBy = (key: Buffer) => {
    try {
      return decrypt(onlyKey(key), purpose, owner, sealed);
    } catch {
      return undefined;
    }
  };
  for (const key of secretKey.readable) {
    const text = textBy(key);
    if (text !== undefined)
      return key === secretKey.current ? 'current' : encrypt(secretKey, purpose, owner, text);
  }
  return 'unreadable';
}

/** Reads the next rows of a column in the order of the primary key. Nothing is locked. */
async function readRows(
  pool: pg.Pool,
  { table, column, key, owner }: SealedColumn,
  batch: number,
  after?: SealedRow,
): Promise<SealedRow[]> {
  const names = Object.keys(key);
  const places = Object.values(key).map((type, at) => `$${at + 2}::${type}`);
  const { rows } = await pool.query<SealedRow>(
    `SELECT ${names.join(', ')}, ${owner} AS owner, ${column} AS sealed FROM ${table}
     WHERE ${column} IS NOT NULL ${after ? `AND (${names.join(', ')}) > (${places.join(', ')})` : ''}
     ORDER BY ${names.join(', ')} LIMIT $1`,
    [batch, ...(after ? names.map((name) => after[name]) : [])],
  );
  return rows;
}

/** Writes rows whose bytes are still those that were read. Locks them in the order of the primary key. */
async function writeRows(
  { pool, secretKey }: SealDeps,
  { table, column, key }: SealedColumn,
  anew: readonly Anew[],
): Promise<void> {
  const names = Object.keys(key);
  const values = [
    anew.map(({ row }) => row.sealed),
    anew.map(({ bytes }) => bytes),
    ...names.map((name) => anew.map(({ row }) => row[name])),
  ];
  const places = ['bytea', 'bytea', ...Object.values(key)].map((type, at) => `$${at + 1}::${type}[]`);
  const read = `unnest(${places.join(', ')}) AS read (was, anew, ${names.join(', ')})`;
  const isSame = `${names.map((name) => `stored.${name} = read.${name}`).join(' AND ')} AND stored.${column} = read.was`;
  await withTx(pool, async (tx, client) => {
    // a command in the other direction has removed this secret: what is sealed with it now would be lost
    if (!(await noteSecretUse(tx, secretKey)))
      throw new Error('This secret was removed by another npm run secret: look which one is to stay.');
    await client.query(
      `SELECT FROM ${table} AS stored JOIN ${read} ON ${isSame}
       ORDER BY ${names.map((name) => `stored.${name}`).join(', ')} FOR NO KEY UPDATE OF stored`,
      values,
    );
    await client.query(
      `UPDATE ${table} AS stored SET ${column} = read.anew FROM ${read} WHERE ${isSame}`,
      values,
    );
  });
}
