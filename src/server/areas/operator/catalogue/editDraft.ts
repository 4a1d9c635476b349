import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { carryOver } from '#/contract/operator/catalogue/carryOver.ts';
import type { carryOverReply, draftReply } from '#/contract/operator/catalogue/drafts.ts';
import type { ShownDraft } from '#/contract/operator/catalogue/revisions.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import {
  endDraft,
  findDraft,
  isPlanned,
  lockDraft,
  makeDraft,
  saveDraft,
  showDraft,
} from '#/server/domain/catalogue/drafts.ts';
import { findRevision, newestRevision } from '#/server/domain/catalogue/revisions.ts';
import { usedIds } from '#/server/domain/catalogue/usedIds.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { actorOf } from '../calls/operatorRoute.ts';
import { refuseInFiles } from './showCatalogue.ts';

/** Creates a draft on the revision in force, with the content of that revision or of an older one. */
export function beginDraft(deps: Deps, ownerId: number, from: number): Promise<{ id: number }> {
  refuseInFiles(deps);
  return withTx(deps.pool, async (tx) => {
    const newest = (await newestRevision(tx)) ?? fail('notFound');
    return { id: await makeDraft(tx, deps, ownerId, { from, newest: newest.id }) };
  });
}

/** @throws AppError notFound */
export async function openDraft({ db }: Pick<Deps, 'db'>, id: number): Promise<z.output<typeof draftReply>> {
  const [draft, { content }, newest, used] = [
    await showDraft(db, id),
    await findDraft(db, id),
    await newestRevision(db),
    await usedIds(db),
  ];
  return { draft, content, newest: newest!.id, inForce: newest!.content.cases, used };
}

/**
 * Saves a draft.
 * @throws AppError notFound, operatorChanged, draftPlanned; badRequest for content that the database cannot store
 */
export function keepDraft(
  deps: Deps,
  savedBy: number,
  which: { id: number; version: number },
  content: unknown,
): Promise<ShownDraft> {
  refuseInFiles(deps);
  if (!isStorable(content)) fail('badRequest');
  return saveDraft(deps.db, deps, which, { content, savedBy });
}

const MOST_DEEP = 12;
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Whether JSON can be stored: not too deep, and without characters that PostgreSQL refuses. */
const isStorable = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth < MOST_DEEP &&
    Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner, depth + 1))
  );
};

/**
 * Discards a draft, and writes an audit entry about it.
 * @throws AppError notFound, operatorChanged, draftPlanned
 */
export async function discardDraft(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  { id, version }: { id: number; version: number },
): Promise<object> {
  await withTx(deps.pool, async (tx) => {
    const draft = await lockDraft(tx, id, version);
    if (isPlanned(draft)) fail('draftPlanned');
    await endDraft(tx, id);
    const before = { catalogueRevision: draft.baseRevision, ownDraft: draft.ownerId === operator.id };
    const act = { ...actorOf(request, operator), targetType: 'catalogueDraft', targetId: String(id), before };
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'discardDraft', act });
  });
  return {};
}

/**
 * Moves a draft onto the revision in force, entry by entry.
 * @throws AppError notFound, operatorChanged, draftPlanned
 */
export async function carryDraftOver(
  deps: Deps,
  savedBy: number,
  { id, version }: { id: number; version: number },
): Promise<z.output<typeof carryOverReply>> {
  refuseInFiles(deps);
  const draft = await findDraft(deps.db, id);
  const base = await findRevision(deps.db, draft.baseRevision);
  const newest = await newestRevision(deps.db);
  if (!base || !newest) return fail('notFound');
  const { content, conflicts } = carryOver(base.content, draft.content as Catalogue, newest.content);
  const change = { content, savedBy, baseRevision: newest.id };
  return { draft: await saveDraft(deps.db, deps, { id, version }, change), conflicts };
}
