import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { CatalogueError } from '#/server/domain/catalogue/catalogueError.ts';
import { endDraft, isPlanned, lockDraft } from '#/server/domain/catalogue/drafts.ts';
import { newestRevision, type RevisionAuthor } from '#/server/domain/catalogue/revisions.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { countChanges } from '#/server/domain/seed/catalogueDiff.ts';
import { importWithin, lockCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { checkDraft } from './reviewDraft.ts';
import { refuseInFiles } from './showCatalogue.ts';
import { weighChanges } from './weighChanges.ts';

export interface Publication {
  id: number;
  version: number;
  /** The revision in force as the publisher saw it. */
  base: number;
  operatorId: number;
  reason: string;
}

/**
 * Publishes a draft: the import, the revision and the end of the draft are one transaction (O19). Changes of odds,
 * prices and grants count for the publisher's limit.
 * @throws AppError notFound, operatorChanged, draftPlanned, draftOutdated, draftHasMistakes, draftUnchanged,
 * catalogueInFiles
 */
export async function publishAct(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'config' | 'now'>,
  { id, version, base, operatorId, reason }: Publication,
): Promise<ActOutcome<{ revision: number }>> {
  refuseInFiles(deps);
  await lockCatalogue(tx);
  const draft = await lockDraft(tx, id, version);
  if (isPlanned(draft)) return fail('draftPlanned');
  const inForce = await newestRevision(tx);
  if (inForce?.id !== base || draft.baseRevision !== base) return fail('draftOutdated');
  const { catalogue, mistakes } = await checkDraft(tx, deps, draft.content);
  if (!catalogue || mistakes.length > 0) return fail('draftHasMistakes');
  const author = { source: 'browser', operatorId, reason } as const;
  const { changes, revision } = await importOrRefuse(tx, catalogue, author);
  if (revision === base) return fail('draftUnchanged');
  await endDraft(tx, id);
  const weight = weighChanges(changes);
  const odds = changes.filter(({ noun }) => noun === 'odds of case').map(({ name }) => name);
  const counts = countChanges(changes);
  return {
    reply: { revision },
    target: { type: 'catalogueDraft', id: String(id), version },
    before: { catalogueRevision: base },
    after: {
      catalogueRevision: revision,
      thingsAdded: counts.added + counts.returned,
      thingsChanged: counts.changed,
      thingsWithdrawn: counts.withdrawn + counts.removed,
      ...(odds.length > 0 && { changedOdds: odds.join(', ') }),
      pricesAndOdds: weight,
    },
    amount: weight,
  };
}

async function importOrRefuse(tx: NodePgDatabase, catalogue: Catalogue, author: RevisionAuthor) {
  try {
    return await importWithin(tx, catalogue, author);
  } catch (error) {
    if (error instanceof CatalogueError) return fail('draftHasMistakes');
    throw error;
  }
}
