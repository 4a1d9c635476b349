import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Locale } from '#/contract/kernel/locale.ts';
import { checkCatalogue } from '#/contract/operator/catalogue/checkCatalogue.ts';
import { gradeOf } from '#/contract/operator/people/permissions.ts';
import { CatalogueError } from '#/server/domain/catalogue/catalogueError.ts';
import { findDraft } from '#/server/domain/catalogue/drafts.ts';
import { importWithin } from '#/server/domain/seed/importCatalogue.ts';
import { rolledBack } from '#/server/platform/db/tx.ts';
import { cachedFor } from '#/server/platform/kernel/cached.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import {
  clearPreview,
  hasPreview,
  isOfOtherDraft,
  previewOf,
} from '#/server/platform/pages/previewCookie.ts';
import { findOperator } from './operatorSessions.ts';

/** Time for which the answer of a saved draft is cached. */
const CACHED_MS = 10_000;
/** Most cached answers of a process. A page needs a handful. */
const MOST_CACHED = 100;

interface Previews {
  /** Cached answers by draft, version, address and language. */
  cached: Map<string, () => Promise<unknown>>;
  /** The running import. Imports run one after another, so that previews hold one connection of a process. */
  last: Promise<unknown>;
}
const previewsOf = new WeakMap<pg.Pool, Previews>();

interface Caller {
  locale: Locale;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Reads a public answer. For an operator who previews a draft, it is read with the draft in force (O18).
 * @param read must read through `db` alone: for a preview that is a transaction that is rolled back
 * @param readNow reads the public answer if it is cached
 * @throws AppError previewEnded if the operator has signed out, may no longer edit, or the draft is gone;
 * previewBroken if the draft cannot be imported
 */
export async function previewed<T>(
  deps: Deps,
  caller: Caller,
  read: (deps: Deps) => Promise<T>,
  readNow: () => Promise<T> = () => read(deps),
): Promise<T> {
  if (!hasPreview(deps, caller.request)) return readNow();
  const { content, key } = await draftOf(deps, caller);
  const previews = previewsOf.get(deps.pool) ?? { cached: new Map(), last: Promise.resolve() };
  previewsOf.set(deps.pool, previews);
  const { cached } = previews;
  let answer = cached.get(key) as (() => Promise<T>) | undefined;
  if (!answer) {
    if (cached.size >= MOST_CACHED) cached.clear();
    answer = cachedFor(CACHED_MS, deps.now, () => {
      const mine = previews.last.then(() => readDraft(deps, content, read));
      previews.last = mine.catch(() => undefined);
      return mine;
    });
    cached.set(key, answer);
  }
  return answer();
}

/**
 * Finds the draft that the caller previews.
 * @throws AppError previewEnded, after clearing the cookie unless it is of another page
 */
async function draftOf(
  deps: Deps,
  { locale, request, reply }: Caller,
): Promise<{ content: unknown; key: string }> {
  const preview = previewOf(deps, request);
  if (preview && isOfOtherDraft(request, preview)) fail('previewEnded');
  const operator = preview && (await findOperator(deps, request, { isUse: false }));
  const mayLook =
    operator?.id === preview?.operator &&
    operator !== null &&
    gradeOf(operator.role, 'catalogue.edit') !== 'no' &&
    deps.config.operator.isAllowedFrom(request.ip);
  const draft = preview && mayLook ? await findDraft(deps.db, preview.draft).catch(() => null) : null;
  if (!draft) {
    clearPreview(deps, reply);
    return fail('previewEnded');
  }
  return { content: draft.content, key: [draft.id, draft.version, locale, request.url].join(' ') };
}

async function readDraft<T>(deps: Deps, content: unknown, read: (deps: Deps) => Promise<T>): Promise<T> {
  const { catalogue, mistakes } = checkCatalogue(content);
  if (!catalogue || mistakes.length > 0) return fail('previewBroken');
  try {
    return await rolledBack(deps.pool, async (tx) => {
      await importWithin(tx, catalogue, { source: 'site' });
      return read({ ...deps, db: tx });
    });
  } catch (error) {
    // an id of the draft already has another meaning
    if (error instanceof CatalogueError) return fail('previewBroken');
    throw error;
  }
}
