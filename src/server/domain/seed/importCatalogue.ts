import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { oddsHash, oddsText, parseOdds } from '#/contract/fair.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { newestRevision, recordRevision, type RevisionAuthor } from '#/server/domain/catalogue/revisions.ts';
import { rolledBack, withTx } from '#/server/platform/db/tx.ts';
import { CatalogueError } from '#/server/domain/catalogue/catalogueError.ts';
import { type Change, countChanges } from './catalogueDiff.ts';
import type { CaseFile } from '#/contract/operator/catalogue/caseSchema.ts';
import { tablesOf } from './catalogueTables.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { ownedMistakes } from './ownedMistakes.ts';
import { syncTable } from './syncTable.ts';

/** Advisory lock: one import at a time. */
const IMPORT_LOCK = 7_241_003;

interface ImportOptions {
  /** Whether to report the changes and roll back. */
  isDryRun?: boolean;
  /** Actor of the import, for the audit log. */
  actor?: 'operator' | 'site';
  /** Work in the same transaction, before the import, while nobody else changes the catalogue. */
  before?: (tx: NodePgDatabase) => Promise<void>;
}

/**
 * Makes the database equal to the catalogue, all or nothing; equal rows are not touched. Changed odds become a new
 * revision, because players bought the old ones. Goods that left the shop are withdrawn and can return; only bonus
 * tiers are deleted.
 * @returns the changes; empty if there are none
 * @throws CatalogueError if an id would change its meaning, or an operator's import would spoil what players own
 */
export function importCatalogue(
  pool: pg.Pool,
  catalogue: Catalogue,
  { isDryRun = false, actor = 'site', before }: ImportOptions = {},
): Promise<Change[]> {
  const run = isDryRun ? rolledBack : withTx;
  return run(pool, async (tx) => {
    const source = actor === 'operator' ? 'shell' : 'site';
    await lockCatalogue(tx);
    await before?.(tx);
    if (actor === 'operator') await refuseSpoilt(tx, catalogue);
    const { changes } = await importWithin(tx, catalogue, { source });
    if (changes.length === 0) return changes;
    const { rows } = await tx.execute<{ now: string }>(sql`SELECT now()`);
    const now = () => new Date(rows[0]!.now);
    const detail = countChanges(changes);
    await writeAudit(tx, { now }, { accountId: null, actor, event: 'catalogueImported', detail });
    return changes;
  });
}

async function refuseSpoilt(tx: NodePgDatabase, catalogue: Catalogue): Promise<void> {
  const mistakes = await ownedMistakes(tx, catalogue);
  if (mistakes.length > 0) throw new CatalogueError(mistakes.map(({ sentence }) => sentence));
}

/** Locks the catalogue until the transaction ends, so that only one transaction changes it. */
export async function lockCatalogue(tx: NodePgDatabase): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${IMPORT_LOCK})`);
}

/**
 * Brings a catalogue into force inside the caller's transaction, and stores it as a revision (O19). Without any
 * change the current revision stays in force.
 * @throws CatalogueError; the caller must then roll back the whole transaction
 */
export async function importWithin(
  tx: NodePgDatabase,
  catalogue: Catalogue,
  author: RevisionAuthor,
): Promise<{ changes: Change[]; revision: number }> {
  await lockCatalogue(tx);
  const changes: Change[] = [];
  for (const table of tablesOf(catalogue)) changes.push(...(await syncTable(tx, table)));
  for (const file of catalogue.cases) changes.push(...(await publishOdds(tx, file)));
  const inForce = await newestRevision(tx);
  // a copy through JSON, in which absent and undefined fields are equal
  const content = JSON.parse(JSON.stringify(catalogue)) as Catalogue;
  if (inForce && changes.length === 0 && isDeepStrictEqual(inOrder(inForce.content), inOrder(content)))
    return { changes, revision: inForce.id };
  const { rows } = await tx.execute<{ now: string }>(sql`SELECT now()`);
  const at = new Date(rows[0]!.now);
  return { changes, revision: await recordRevision(tx, { content, changes, at }, author) };
}

/** Cases have files of their own, so their order in a catalogue means nothing. */
const inOrder = ({ cases, ...rest }: Catalogue): Catalogue => ({
  ...rest,
  cases: cases.toSorted((a, b) => a.id - b.id),
});

async function publishOdds(tx: NodePgDatabase, { id, slug, name, items }: CaseFile): Promise<Change[]> {
  const rows = items.map((item) => ({ itemId: item.id, sortOrder: item.sortOrder, tickets: item.tickets }));
  const { rows: known } = await tx.execute<{ revision: number; text: string }>(
    sql`SELECT revision, text FROM case_odds WHERE case_id = ${id} ORDER BY revision DESC LIMIT 1`,
  );
  const { revision, text: oldText } = known[0] ?? { revision: 0, text: '' };
  if (oldText === oddsText(id, revision, rows)) return [];
  const text = oddsText(id, revision + 1, rows);
  await tx.execute(
    sql`INSERT INTO case_odds (hash, case_id, revision, text)
      VALUES (${oddsHash(text)}, ${id}, ${revision + 1}, ${text})`,
  );
  const change = { noun: 'odds of case', id: String(id), name: slug, names: name };
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
