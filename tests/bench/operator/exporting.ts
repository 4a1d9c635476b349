import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { lastDays } from '#/contract/operator/figures/dayRange.ts';
import { EXPORT_TABLES, type TableKind } from '#/server/domain/figures/exportTables.ts';
import { type Site, textOf } from './site.ts';

/** Days of each file. A tenth of the ledger has as many rows as the whole of the other tables. */
export const EXPORTED_DAYS = {
  orders: 360,
  payments: 360,
  deliveries: 360,
  audit: 360,
  players: 360,
  ledger: 36,
} as const satisfies Partial<Record<TableKind, number>>;
export type Exported = keyof typeof EXPORTED_DAYS;

const today = new Date().toISOString().slice(0, 10);

interface Rate {
  rows: number;
  perSecond: number;
}

/** Makes a file and takes it as a browser does. */
export async function takeExport({ ask }: Pick<Site, 'ask'>, kind: Exported): Promise<Rate> {
  const body = {
    kind,
    ...lastDays(today, EXPORTED_DAYS[kind]),
    separator: 'semicolon',
    reason: 'the bench of exports',
  };
  const made = JSON.parse(await textOf(await ask('/api/operator/v1/exports', body))) as {
    ticket: string;
    rows: number;
  };
  const startMs = performance.now();
  const file = await ask(`/api/operator/v1/exports/${made.ticket}`);
  await new Promise((resolve, reject) => file.resume().on('end', resolve).on('error', reject));
  return { rows: made.rows, perSecond: (made.rows * 1000) / (performance.now() - startMs) };
}

/** Copies the same columns of the same rows out of the database, and throws them away. */
export async function copyOut(pool: Pool, kind: Exported): Promise<Rate> {
  const { table, joins, time, where, columns } = EXPORT_TABLES[kind];
  const { from } = lastDays(today, EXPORTED_DAYS[kind]);
  const rows = sql`SELECT ${sql.join(
    Object.values(columns).map(({ text }) => text),
    sql`, `,
  )} FROM ${sql.identifier(table)} r ${joins}
    WHERE ${time} >= ${sql.raw(`'${from}T00:00:00Z'`)} ${where ? sql`AND ${where}` : sql``} ORDER BY r.id`;
  const query = new PgDialect().sqlToQuery(rows);
  if (query.params.length > 0) throw new Error(`COPY takes no parameters: ${kind}`);
  const startMs = performance.now();
  const { rowCount } = await pool.query(`COPY (${query.sql}) TO STDOUT (FORMAT csv)`);
  return { rows: rowCount ?? 0, perSecond: ((rowCount ?? 0) * 1000) / (performance.now() - startMs) };
}
