import type * as z from 'zod/mini';
import type { catalogueReply, revisionReply } from '#/contract/operator/catalogue/revisions.ts';
import { listDrafts } from '#/server/domain/catalogue/drafts.ts';
import { findRevision, listRevisions, showRevision } from '#/server/domain/catalogue/revisions.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { sitePictures } from './sitePictures.ts';

/** The catalogue in force, and all drafts. */
export async function showCatalogue({
  config,
  db,
}: Pick<Deps, 'config' | 'db'>): Promise<z.output<typeof catalogueReply>> {
  const { revisions } = await listRevisions(db);
  return {
    ownedBy: config.catalogue,
    revision: revisions[0] ?? null,
    drafts: await listDrafts(db),
    pictures: await sitePictures(db),
  };
}

/**
 * Lists the changes of a revision.
 * @throws AppError notFound
 */
export async function showRevisionChanges(
  { db }: Pick<Deps, 'db'>,
  id: number,
): Promise<z.output<typeof revisionReply>> {
  const [revision, row] = [await showRevision(db, id), await findRevision(db, id)];
  return revision && row ? { revision, changes: row.changes } : fail('notFound');
}

/**
 * Refuses to publish while the settings say that files own the catalogue, because it has only one owner.
 * @throws AppError catalogueInFiles
 */
export function refuseInFiles({ config }: Pick<Deps, 'config'>): void {
  if (config.catalogue === 'files') fail('catalogueInFiles');
}
