import type pg from 'pg';
import type { Statement } from './recordStatements.ts';

/** Access of a statement to a table, by one node of its plan. */
export interface Access {
  table: string;
  /** "Seq Scan", "Index Scan", … */
  kind: string;
  index: string | undefined;
  /** Rows that were read, including those that a filter removed. */
  rows: number;
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/**
 * Explains a statement by running it, without any effect.
 * @returns its accesses to tables, and the number of touched pages
 */
export async function explain(
  pool: pg.Pool,
  { text, values }: Statement,
): Promise<{ accesses: Access[]; pages: number }> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{
      'QUERY PLAN': [{ Plan: Node & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
    }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
    return { accesses: accessesOf(plan), pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

function accessesOf(node: Node): Access[] {
  const { 'Node Type': kind, 'Relation Name': table, 'Index Name': index, 'Actual Loops': loops } = node;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own =
    table === undefined || kind === 'ModifyTable'
      ? []
      : [{ table, kind, index, rows: (node['Actual Rows'] + removed) * loops }];
  return [...own, ...(node.Plans ?? []).flatMap(accessesOf)];
}
