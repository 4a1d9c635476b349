import { desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  REVISION_PAGE_ROWS,
  type RevisionSource,
  type ShownChange,
  type ShownRevision,
} from '#/contract/operator/catalogue/revisions.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { catalogueRevisions } from '#/server/platform/db/tables/operators/catalogue.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';

export type RevisionRow = typeof catalogueRevisions.$inferSelect;

/** Author and reason of a revision. */
export type RevisionAuthor =
  | { source: Exclude<RevisionSource, 'browser'> }
  | { source: 'browser'; operatorId: number; reason: string };

/** The revision in force; undefined before the first import. */
export async function newestRevision(db: NodePgDatabase): Promise<RevisionRow | undefined> {
  const [row] = await db.select().from(catalogueRevisions).orderBy(desc(catalogueRevisions.id)).limit(1);
  return row;
}

/** Finds a revision by its number. */
export async function findRevision(db: NodePgDatabase, id: number): Promise<RevisionRow | undefined> {
  const [row] = await db.select().from(catalogueRevisions).where(eq(catalogueRevisions.id, id));
  return row;
}

/** Whether files must no longer be imported, because an operator has published in the browser. */
export async function isOwnedByBrowser(
  db: NodePgDatabase,
  { catalogue }: Pick<Config, 'catalogue'>,
): Promise<boolean> {
  return catalogue === 'browser' && (await newestRevision(db))?.source === 'browser';
}

/**
 * Stores the catalogue that is in force from now on. Requires `lockCatalogue`.
 * @returns the number of the revision
 */
export async function recordRevision(
  tx: NodePgDatabase,
  { content, changes, at }: { content: Catalogue; changes: readonly ShownChange[]; at: Date },
  author: RevisionAuthor,
): Promise<number> {
  const { source } = author;
  const by = author.source === 'browser' ? { operatorId: author.operatorId, reason: author.reason } : {};
  const id = ((await newestRevision(tx))?.id ?? 0) + 1;
  await tx
    .insert(catalogueRevisions)
    .values({ id, content, changes: [...changes], source, ...by, createdAt: at });
  return id;
}

const { content: _content, changes: _changes, ...light } = getTableColumns(catalogueRevisions);
const shownColumns = {
  ...light,
  by: operators.name,
  changed: sql<number>`jsonb_array_length(${catalogueRevisions.changes})`,
};
const shownRows = (db: NodePgDatabase) =>
  db
    .select(shownColumns)
    .from(catalogueRevisions)
    .leftJoin(operators, eq(operators.id, catalogueRevisions.operatorId))
    .$dynamic();
type ShownRow = Awaited<ReturnType<typeof shownRows>>[number];

const shown = ({ id, createdAt, source, by, reason, changed }: ShownRow): ShownRevision => ({
  id,
  at: createdAt.toISOString(),
  source,
  by,
  reason,
  changes: changed,
});

/** Lists revisions, the newest first. */
export async function listRevisions(
  db: NodePgDatabase,
  before?: number,
): Promise<{ revisions: ShownRevision[]; nextBefore: number | null }> {
  const rows = await shownRows(db)
    .where(before === undefined ? undefined : lt(catalogueRevisions.id, before))
    .orderBy(desc(catalogueRevisions.id))
    .limit(REVISION_PAGE_ROWS + 1);
  const page = rows.slice(0, REVISION_PAGE_ROWS);
  return {
    revisions: page.map(shown),
    nextBefore: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}

/** The head of a revision as pages show it. */
export async function showRevision(db: NodePgDatabase, id: number): Promise<ShownRevision | undefined> {
  const [row] = await shownRows(db).where(eq(catalogueRevisions.id, id));
  return row && shown(row);
}
