import type pg from 'pg';
import { explain } from './explain.ts';
import { recordStatements } from './recordStatements.ts';

/**
 * Runs something and lists its reads that touch more rows of large tables than they may.
 * @param most rows of a large table that one step of a statement may read
 */
export async function wastefulReads(
  pool: pg.Pool,
  { large, most }: { large: ReadonlySet<string>; most: number },
  run: () => Promise<unknown>,
): Promise<string[]> {
  const statements = await recordStatements(run);
  const found: string[] = [];
  for (const statement of statements.filter(({ text }) => /^\W*(select|with)/i.test(text)))
    for (const { table, kind, index, rows } of (await explain(pool, statement)).accesses)
      if (large.has(table) && rows > most)
        found.push(`${kind} ${index ?? table}, ${rows} rows: ${statement.text.slice(0, 200)}`);
  return found;
}
