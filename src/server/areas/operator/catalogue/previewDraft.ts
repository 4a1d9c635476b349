import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import type { previewReply } from '#/contract/operator/catalogue/drafts.ts';
import { findDraft } from '#/server/domain/catalogue/drafts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { sendPreview } from '#/server/platform/pages/previewCookie.ts';
import { checkDraft } from './reviewDraft.ts';

/**
 * Shows a saved draft to its operator on the players' pages for a while, in this browser (O18).
 * @throws AppError notFound, draftHasMistakes
 */
export async function beginPreview(
  deps: Deps,
  reply: FastifyReply,
  operator: number,
  id: number,
): Promise<z.output<typeof previewReply>> {
  const { content } = await findDraft(deps.db, id);
  const { mistakes } = await checkDraft(deps.db, deps, content);
  if (mistakes.length > 0) fail('draftHasMistakes');
  const { until } = sendPreview(deps, reply, { draft: id, operator });
  return { until };
}
