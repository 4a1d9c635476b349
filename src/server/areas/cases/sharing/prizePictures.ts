import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { PRIZE_CODE, type SharedPrize } from '#/contract/sharedPrizes.ts';
import { itemFiles } from '#/server/domain/pictures/itemFiles.ts';
import { oneAfterAnother } from '#/server/domain/pictures/oneAfterAnother.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';
import { isKnown } from '#/server/platform/pages/readyBytes.ts';
import { findSharedPrize } from './sharedPrize.ts';
import { prizeFacts, prizeKicker } from './prizeWords.ts';

const FILE = new RegExp(`^(${PRIZE_CODE})\\.(${LOCALES.join('|')})\\.png$`);
/** Changes when the look of the pictures changes, so that nobody keeps old ones. */
const LOOK = 1;
/** Pictures that a process keeps, of about 300 KB each. */
const KEPT = 60;
/** Pictures that may wait to be drawn. More are refused until one is done. */
const WAITING = 12;
const RETRY_SECONDS = 5;
/** Limit for each address in 10 s. A messenger asks once for each link. */
const ASKED_PER_WINDOW = 30;
const WINDOW_MS = 10_000;
/** Content security policy of a picture that is opened by itself: it may load and run nothing. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Path of the picture of a shared prize. */
export const prizePicture = (code: string, locale: Locale): string => `/prizes/${code}.${locale}.png`;

/**
 * Serves the pictures of shared prizes (C14). A process draws one at a time and keeps the last ones. Every answer is asked
 * for anew, so a withdrawn prize has no picture from then on.
 */
export function prizePictures(app: FastifyInstance, deps: Deps): void {
  const inTurn = oneAfterAnother();
  const kept = new Map<string, Promise<Buffer>>();
  let waiting = 0;
  const countAsked = app.createRateLimit({
    max: ASKED_PER_WINDOW * deps.config.rateLimitScale,
    timeWindow: WINDOW_MS,
  });

  const draw = (prize: SharedPrize, locale: Locale): Promise<Buffer> => {
    if (waiting >= WAITING) fail('busy', { retryAfterSeconds: RETRY_SECONDS });
    waiting += 1;
    return inTurn(async () => {
      const { item } = prize;
      return deps.pictureWork.draw({
        ...(await itemFiles(deps.db, item.imageName)),
        rarity: item.color,
        kicker: prizeKicker(prize, locale),
        name: item.name,
        rarityName: pageText(locale, `cases:rarity.${item.color}`) ?? '',
        facts: prizeFacts(prize, locale),
      });
    }).finally(() => {
      waiting -= 1;
    });
  };
  /** The bytes of a picture, drawn once for all who ask at the same time. */
  const pictureOf = (name: string, prize: SharedPrize, locale: Locale): Promise<Buffer> => {
    const known = kept.get(name);
    // a used one moves to the end, so that the one at the start is the least used
    if (known) kept.delete(name);
    const picture = known ?? draw(prize, locale);
    kept.set(name, picture);
    if (!known) picture.catch(() => kept.delete(name));
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return picture;
  };

  app.get<{ Params: { file: string } }>('/prizes/:file', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const count = await countAsked(request);
    if (!count.isAllowed && count.isExceeded)
      fail('tooManyRequests', { retryAfterSeconds: count.ttlInSeconds });
    const [, code = '', language] = FILE.exec(request.params.file) ?? fail('notFound');
    const locale = language as Locale;
    const prize = await findSharedPrize(deps, code, locale);
    if (!prize) return fail('notFound');
    const name = createHash('sha256')
      .update(JSON.stringify([LOOK, locale, prize]))
      .digest('base64url')
      .slice(0, 22);
    const etag = `"${name}"`;
    void reply.headers({ etag, 'cache-control': 'public, no-cache', 'content-security-policy': POLICY });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('image/png').send(await pictureOf(name, prize, locale));
  });
}
