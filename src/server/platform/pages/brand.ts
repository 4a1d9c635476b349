import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LOCALES, localePrefix, type Locale } from '#/contract/kernel/locale.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { keptFiles } from './keptFiles.ts';
import { sendReady } from './readyBytes.ts';

/** Pictures that browsers and messengers request under fixed names: icons, and the picture of a link preview. */
const PREFIX = '/brand/';
/** A fixed name may get another picture. */
const CACHED_FOR_A_DAY = 'public, max-age=86400';
/** Background before the style sheet is loaded, and colour of the frame on a phone: ink 950. */
export const THEME_COLOR = '#070b0d';

/** Path of the picture of a link preview. */
export const sharedPicture = (locale: Locale): string => `${PREFIX}share-${locale}.jpg`;
export const touchIcon = `${PREFIX}apple-touch-icon.png`;
/** Path of the web app manifest of a language. */
export const manifestAddress = (locale: Locale): string => `${localePrefix(locale)}/site.webmanifest`;

/** Serves the icons and the web app manifest of every language. */
export async function serveBrand(app: FastifyInstance): Promise<void> {
  const folder = join(projectRoot, 'assets/brand');
  const findKept = keptFiles(folder, new Set(await readdir(folder)));
  app.get<{ Params: { '*': string } }>(`${PREFIX}*`, async (request, reply) => {
    const kept = await findKept(request.params['*']);
    if (!kept) return reply.callNotFound();
    return sendReady(request, reply.header('cache-control', CACHED_FOR_A_DAY), kept);
  });
  app.get('/favicon.ico', async (_, reply) => reply.redirect(`${PREFIX}favicon.ico`, 301));
  for (const locale of LOCALES)
    app.get(manifestAddress(locale), async (_, reply) =>
      reply
        .header('cache-control', CACHED_FOR_A_DAY)
        .type('application/manifest+json; charset=utf-8')
        .send(manifestOf(locale)),
    );
}

const iconOf = (name: string, sidePx: number, purpose: 'any' | 'maskable') => ({
  src: `${PREFIX}${name}.png`,
  sizes: `${sidePx}x${sidePx}`,
  type: 'image/png',
  purpose,
});

function manifestOf(locale: Locale): object {
  return {
    id: '/',
    name: pageText(locale, 'landing:title'),
    short_name: 'ONE RP',
    description: pageText(locale, 'landing:description'),
    lang: locale,
    start_url: localePrefix(locale) || '/',
    scope: '/',
    display: 'browser',
    background_color: THEME_COLOR,
    theme_color: THEME_COLOR,
    icons: [
      iconOf('icon-192', 192, 'any'),
      iconOf('icon-512', 512, 'any'),
      iconOf('icon-maskable-512', 512, 'maskable'),
    ],
  };
}
