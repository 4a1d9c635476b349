import type pg from 'pg';
import { oddsHash, oddsText, parseOdds } from '#/contract/fair.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { type Change, countChanges } from './catalogueDiff.ts';
import type { CaseFile } from '#/server/domain/catalogue/catalogueSchema.ts';
import { tablesOf } from './catalogueTables.ts';
import type { Catalogue } from '#/server/domain/catalogue/catalogueShopSchema.ts';
import { syncTable } from './syncTable.ts';

/** Advisory lock: one import at a time. */
const IMPORT_LOCK = 7_241_003;

interface ImportOptions {
  /** Reports the changes and rolls back. */
  isDryRun?: boolean;
  /** Who imports, for the audit log. */
  actor?: 'operator' | 'site';
}

/**
 * Makes the database equal to the catalogue, all or nothing; equal rows are not touched. Changed odds become a new
 * revision, because players bought the old ones. What left the shop is withdrawn and can come back; only bonus tiers
 * are deleted.
 * @returns the changes; empty if there are none
 * @throws CatalogueError if an id would change its meaning
 */
export async function importCatalogue(
  pool: pg.Pool,
  catalogue: Catalogue,
  { isDryRun = false, actor = 'site' }: ImportOptions = {},
): Promise<Change[]> {
  const undo = new Error('dry run');
  let changes: Change[] = [];
  try {
    await withTx(pool, async (tx, client) => {
      changes = [];
      await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
      for (const table of tablesOf(catalogue)) changes.push(...(await syncTable(client, table)));
      for (const file of catalogue.cases) changes.push(...(await publishOdds(client, file)));
      if (isDryRun) throw undo;
      if (changes.length === 0) return;
      const detail = countChanges(changes);
      const { rows } = await client.query<{ now: Date }>('SELECT now()');
      const now = () => rows[0]!.now;
      await writeAudit(tx, { now }, { accountId: null, actor, event: 'catalogueImported', detail });
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return changes;
}

async function publishOdds(client: pg.PoolClient, { id, slug, items }: CaseFile): Promise<Change[]> {
  const rows = items.map((item) => ({ itemId: item.id, sortOrder: item.sortOrder, tickets: item.tickets }));
  const { rows: known } = await client.query<{ revision: number; text: string }>(
    'SELECT revision, text FROM case_odds WHERE case_id = $1 ORDER BY revision DESC LIMIT 1',
    [id],
  );
  const { revision, text: oldText } = known[0] ?? { revision: 0, text: '' };
  if (oldText === oddsText(id, revision, rows)) return [];
  const text = oddsText(id, revision + 1, rows);
  await client.query('INSERT INTO case_odds (hash, case_id, revision, text) VALUES ($1, $2, $3, $4)', [
    oddsHash(text),
    id,
    revision + 1,
    text,
  ]);
  const change = { noun: 'odds of case', id: String(id), name: slug };
  return [
    oldText
      ? { ...change, did: 'changed', fields: ticketChanges(oldText, text) }
      : { ...change, did: 'added', fields: [] },
  ];
}

/** Tickets of the items whose odds changed; 0 means that the item is not in the case. */
function ticketChanges(oldText: string, newText: string): Change['fields'] {
  const ticketsOf = (text: string) =>
    new Map(parseOdds(text).map(({ itemId, tickets }) => [itemId, tickets] as const));
  const [before, after] = [ticketsOf(oldText), ticketsOf(newText)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((itemId) => ({
      field: `tickets of item ${itemId}`,
      from: before.get(itemId) ?? 0,
      to: after.get(itemId) ?? 0,
    }))
    .filter(({ from, to }) => from !== to);
}
