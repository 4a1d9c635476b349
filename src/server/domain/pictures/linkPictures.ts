import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { limitConcurrency } from '#/server/platform/kernel/limitConcurrency.ts';
import { isKnown } from '#/server/platform/pages/readyBytes.ts';
import type { LinkPicture } from '#/server/ports/pictureWork.ts';

/** Changes when the look of the pictures changes, so that no cache holds old ones. */
const LOOK = 1;
/** Pictures that a process caches, of about 300 KB each. */
const MOST_CACHED = 60;
/** Pictures that may wait to be drawn. More are refused until one is done. */
const WAITING = 12;
const RETRY_SECONDS = 5;
/** Limit for each address in a window. A messenger asks once for each link. */
const ASKED_PER_WINDOW = 30;
const WINDOW_MS = 10_000;
/** Content security policy of a picture that is opened by itself: it may load and run nothing. */
export const PICTURE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** A kind of things whose links have pictures. */
export interface LinkedKind<T> {
  /** Path of the folder of its pictures, with the slashes around it. */
  folder: string;
  /** Pattern of the names of its things in addresses. */
  name: string;
  /** Finds a thing as it is now; undefined if there is none of that name. Equal things have equal pictures. */
  find: (name: string, locale: Locale) => Promise<T | undefined>;
  picture: (thing: T, locale: Locale) => Promise<LinkPicture>;
}

/** Path of the picture of a thing, for example `/prizes/CODE.en.png`. */
export const linkPicturePath = (folder: string, name: string, locale: Locale): string =>
  `${folder}${name}.${locale}.png`;

/**
 * Returns a function that serves the pictures of the links to a kind of things (C14, S25). A process draws one at a
 * time, of whatever kind, and caches those that were used last. Every answer is asked for anew, so a thing that is gone
 * has no picture from then on.
 */
export function linkPictures(app: FastifyInstance, deps: Deps): <T>(kind: LinkedKind<T>) => void {
  const inTurn = limitConcurrency(1);
  let waiting = 0;
  const countAsked = app.createRateLimit({
    max: ASKED_PER_WINDOW * deps.config.rateLimitScale,
    timeWindow: WINDOW_MS,
  });

  const draw = (describe: () => Promise<LinkPicture>): Promise<Buffer> => {
    if (waiting >= WAITING) fail('busy', { retryAfterSeconds: RETRY_SECONDS });
    waiting += 1;
    return inTurn(async () => deps.pictureWork.draw(await describe())).finally(() => {
      waiting -= 1;
    });
  };

  /** The bytes of pictures, each drawn once for all who ask at the same time. */
  const cached = new LRUCache<string, Buffer, () => Promise<LinkPicture>>({
    max: MOST_CACHED,
    fetchMethod: (_hash, _stale, { context: describe }) => draw(describe),
    ignoreFetchAbort: true,
  });

  return ({ folder, name: pattern, find, picture }) => {
    const file = new RegExp(`^(${pattern})\\.(${LOCALES.join('|')})\\.png$`);
    app.get<{ Params: { file: string } }>(`${folder}:file`, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const count = await countAsked(request);
      if (!count.isAllowed && count.isExceeded)
        fail('tooManyRequests', { retryAfterSeconds: count.ttlInSeconds });
      const [, name = '', language] = file.exec(request.params.file) ?? fail('notFound');
      const locale = language as Locale;
      const thing = await find(name, locale);
      if (!thing) return fail('notFound');
      const hash = createHash('sha256')
        .update(JSON.stringify([LOOK, folder, locale, thing]))
        .digest('base64url')
        .slice(0, 22);
      const etag = `"${hash}"`;
      void reply.headers({
        etag,
        'cache-control': 'public, no-cache',
        'content-security-policy': PICTURE_POLICY,
      });
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
      const bytes = await cached.forceFetch(hash, { context: () => picture(thing, locale) });
      return reply.type('image/png').send(bytes);
    });
  };
}
