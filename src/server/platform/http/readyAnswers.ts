import * as z from 'zod/mini';
import type { Endpoint, ReplyOf } from '#/contract/calls/endpoint.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type SiteVersion, versionToShow } from '#/server/platform/watch/siteVersion.ts';
import { ReadyBytes } from '#/server/platform/pages/readyBytes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Most cached answers of an endpoint: its inputs in three languages. */
const MOST = 300;

interface CachedAnswer {
  stamp: string;
  ready: Promise<ReadyBytes>;
}

/** What an answer depends on besides the catalogue. */
type StampOf = (version: SiteVersion) => string | Promise<string>;

/**
 * Caches the answers of an endpoint that are the same for everybody as ready bytes, until the database tells another
 * version. Concurrent requests share one reading. Failures are not cached.
 * @param stampOf returns the text by which an answer is told from a later one; the version of the catalogue if absent
 * @returns a function that returns the answer for a key: the input and the language. It reads an answer of the version
 * that is shown now.
 */
export function readyAnswers<E extends Endpoint>(
  deps: Pick<Deps, 'pool' | 'now'>,
  endpoint: E,
  stampOf: StampOf = ({ catalogue }) => catalogue,
): (key: string, read: (version: SiteVersion) => Promise<ReplyOf<E>>) => Promise<ReadyBytes> {
  const cached = new Map<string, CachedAnswer>();
  return async (key, read) => {
    const version = await versionToShow(deps);
    const stamp = await stampOf(version);
    const known = cached.get(key);
    if (known?.stamp === stamp) return known.ready;
    if (cached.size >= MOST) cached.clear();
    const mine = { stamp, ready: made(endpoint, read(version)) };
    cached.set(key, mine);
    mine.ready.catch(() => {
      if (cached.get(key) === mine) cached.delete(key);
    });
    return mine.ready;
  };
}

/** Makes the bytes of an answer; only fields that the reply schema names are sent. */
async function made<E extends Endpoint>(endpoint: E, answer: Promise<ReplyOf<E>>): Promise<ReadyBytes> {
  return new ReadyBytes(JSON.stringify(z.parse(endpoint.reply, await answer)), JSON_TYPE);
}
