import { sql } from 'drizzle-orm';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { countAppended } from './countAppended.ts';
import { countVat } from './countVat.ts';
import { countPayers } from './payers.ts';
import { figuresOf, SOURCES } from './sources.ts';

/**
 * Adds the settled rows of all sources to the sums of their days, and counts the VAT and the payers of closed days. The
 * first run counts the history. If one of them cannot be counted, the others still get their turn.
 * @throws Error at the end, with the number of failures
 */
export async function countFigures(deps: Deps): Promise<void> {
  const failures: unknown[] = [];
  const onFault = (figures: string) => (error: unknown) => {
    deps.log.error({ err: error, figures }, 'some figures were not counted');
    failures.push(error);
  };
  for (const source of SOURCES)
    await countAppended(deps, { ...source, mark: source.table }, (tx, rows) =>
      tx.execute(sql`
        INSERT INTO day_sums AS known (day, metric, dimension, value)
        SELECT day, metric, dimension, value FROM ${figuresOf(source, rows)} figures WHERE value <> 0
        ON CONFLICT (metric, day, dimension) DO UPDATE SET value = known.value + excluded.value`),
    ).catch(onFault(source.table));
  await countVat(deps).catch(onFault('vat'));
  await countPayers(deps).catch(onFault('payers'));
  if (failures.length > 0)
    throw new Error(`${failures.length} kinds of figures were not counted`, { cause: failures[0] });
}
