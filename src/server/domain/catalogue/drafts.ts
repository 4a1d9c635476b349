import { and, desc, eq, getTableColumns, isNotNull, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { MAX_DRAFTS } from '#/contract/operator/catalogue/drafts.ts';
import type { ShownDraft } from '#/contract/operator/catalogue/revisions.ts';
import { catalogueDrafts } from '#/server/platform/db/tables/operators/catalogue.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { findRevision } from './revisions.ts';

export type DraftRow = typeof catalogueDrafts.$inferSelect;

const saver = alias(operators, 'saver');
const planner = alias(operators, 'planner');
const { content: _content, ...light } = getTableColumns(catalogueDrafts);
const shownRows = (db: NodePgDatabase) =>
  db
    .select({ ...light, owner: operators.name, saver: saver.name, planner: planner.name })
    .from(catalogueDrafts)
    .innerJoin(operators, eq(operators.id, catalogueDrafts.ownerId))
    .innerJoin(saver, eq(saver.id, catalogueDrafts.savedBy))
    .leftJoin(planner, eq(planner.id, catalogueDrafts.plannedBy))
    .$dynamic();
type ShownRow = Awaited<ReturnType<typeof shownRows>>[number];

const shown = (row: ShownRow): ShownDraft => ({
  id: row.id,
  version: row.version,
  base: row.baseRevision,
  owner: { id: row.ownerId, name: row.owner },
  savedBy: row.saver,
  savedAt: row.savedAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  plan: row.publishAt && {
    at: row.publishAt.toISOString(),
    by: row.planner ?? '',
    reason: row.planReason ?? '',
    failure: row.planFailure,
  },
});

/** Lists all drafts, the newest first. There are few: each person may have `MAX_DRAFTS`. */
export const listDrafts = async (db: NodePgDatabase): Promise<ShownDraft[]> =>
  (await shownRows(db).orderBy(desc(catalogueDrafts.id)).limit(200)).map(shown);

/** @throws AppError notFound */
export async function showDraft(db: NodePgDatabase, id: number): Promise<ShownDraft> {
  const [row] = await shownRows(db).where(eq(catalogueDrafts.id, id));
  return row ? shown(row) : fail('notFound');
}

/** @throws AppError notFound */
export async function findDraft(db: NodePgDatabase, id: number): Promise<DraftRow> {
  const [row] = await db.select().from(catalogueDrafts).where(eq(catalogueDrafts.id, id));
  return row ?? fail('notFound');
}

/**
 * Locks a draft as its editor saw it.
 * @throws AppError notFound; operatorChanged if it was saved since
 */
export async function lockDraft(tx: NodePgDatabase, id: number, version: number): Promise<DraftRow> {
  const [row] = await tx.select().from(catalogueDrafts).where(eq(catalogueDrafts.id, id)).for('update');
  if (!row) return fail('notFound');
  return row.version === version ? row : fail('operatorChanged');
}

/**
 * Creates a draft with the content of a revision. An older revision rolls the catalogue back.
 * @throws AppError notFound; tooManyDrafts
 */
export async function makeDraft(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  ownerId: number,
  { from, newest }: { from: number; newest: number },
): Promise<number> {
  const revision = (await findRevision(tx, from)) ?? fail('notFound');
  // serialises parallel requests, so that they do not exceed the limit together
  await tx.select({ id: operators.id }).from(operators).where(eq(operators.id, ownerId)).for('no key update');
  const own = await tx.$count(catalogueDrafts, eq(catalogueDrafts.ownerId, ownerId));
  if (own >= MAX_DRAFTS) return fail('tooManyDrafts');
  const [made] = await tx
    .insert(catalogueDrafts)
    .values({
      baseRevision: newest,
      content: revision.content,
      ownerId,
      savedBy: ownerId,
      savedAt: now(),
      createdAt: now(),
    })
    .returning({ id: catalogueDrafts.id });
  return made!.id;
}

const NO_PLAN = {
  publishAt: null,
  plannedBy: null,
  planReason: null,
  planWeight: null,
  planFailure: null,
} as const;

/**
 * Saves the operator's input. If another operator has saved the draft first, this save is refused. A save ends a plan
 * that has failed.
 * @throws AppError notFound, operatorChanged; draftPlanned
 */
export async function saveDraft(
  db: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { id, version }: { id: number; version: number },
  change: { content: unknown; savedBy: number; baseRevision?: number },
): Promise<ShownDraft> {
  const saved = await db
    .update(catalogueDrafts)
    .set({ ...change, ...NO_PLAN, version: version + 1, savedAt: now() })
    .where(
      and(
        eq(catalogueDrafts.id, id),
        eq(catalogueDrafts.version, version),
        or(isNull(catalogueDrafts.publishAt), isNotNull(catalogueDrafts.planFailure)),
      ),
    )
    .returning({ id: catalogueDrafts.id });
  const draft = await showDraft(db, id);
  if (saved.length > 0) return draft;
  return fail(draft.version === version ? 'draftPlanned' : 'operatorChanged');
}

/** The plan of a draft. Null to call it off. */
type Plan = Record<'publishAt', Date> &
  Record<'plannedBy' | 'planWeight', number> &
  Record<'planReason', string>;

/** Sets or ends the plan of a locked draft. @returns the new version */
export async function planDraft(
  tx: NodePgDatabase,
  { id, version }: Pick<DraftRow, 'id' | 'version'>,
  plan: Plan | null,
): Promise<number> {
  await tx
    .update(catalogueDrafts)
    .set({ ...NO_PLAN, ...plan, version: version + 1 })
    .where(eq(catalogueDrafts.id, id));
  return version + 1;
}

/** Whether a job will publish the draft. Such a draft cannot be changed. */
export const isPlanned = ({ publishAt, planFailure }: DraftRow): boolean =>
  publishAt !== null && planFailure === null;

/** Ends a locked draft after it was published or discarded. */
export async function endDraft(tx: NodePgDatabase, id: number): Promise<void> {
  await tx.delete(catalogueDrafts).where(eq(catalogueDrafts.id, id));
}
