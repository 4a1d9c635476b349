import { lt, sql } from 'drizzle-orm';
import { catalogueDrafts, catalogueRevisions } from '#/server/platform/db/tables/operators/catalogue.ts';
import { pictures } from '#/server/platform/db/tables/operators/pictures.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { lockCatalogue } from '#/server/domain/seed/importCatalogue.ts';

/** Time for which a picture is kept after no draft and no revision uses it. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Removes uploaded pictures that have been unused for long. Pictures of every revision stay, because players own its
 * goods and operators may roll back to it. No catalogue is published meanwhile, so a picture that is being published
 * cannot be removed.
 */
export async function removePictures({ pool, now }: Pick<Deps, 'pool' | 'now'>): Promise<void> {
  await withTx(pool, async (tx) => {
    const whereOld = lt(pictures.usedAt, new Date(now().getTime() - KEPT_MS));
    if ((await tx.$count(pictures, whereOld)) === 0) return;
    await lockCatalogue(tx);
    await tx.execute(sql`
      UPDATE ${pictures} SET used_at = ${now()} FROM (
        SELECT content::text AS content FROM ${catalogueDrafts}
        UNION ALL SELECT content::text FROM ${catalogueRevisions}
      ) AS catalogue, LATERAL regexp_matches(catalogue.content, 'u-[0-9a-f]{16}', 'g') AS named
      WHERE ${pictures.name} = named[1]`);
    await tx.delete(pictures).where(whereOld);
  });
}
