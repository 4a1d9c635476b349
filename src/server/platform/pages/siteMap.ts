import type { FastifyInstance } from 'fastify';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { escapeHtml } from '#/server/platform/markup/escape.ts';
import { pageAddress } from './pageAddress.ts';

/** Paths that search engines must not visit: the API and private pages. */
const PRIVATE = ['/api/', '/cabinet', '/donate/success', '/donate/fail', '/donate/verification-payment'];

/**
 * Serves robots.txt and the site map.
 * @param listPaths lists the paths without the language, of the pages that search engines may show now
 */
export function serveSiteMap(
  app: FastifyInstance,
  publicUrl: string,
  listPaths: () => Promise<readonly string[]>,
): void {
  const serve = (url: string, type: string, caching: string, write: () => string | Promise<string>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (_, reply) =>
        reply
          .headers({ 'cache-control': `public, ${caching}`, 'content-type': `${type}; charset=utf-8` })
          .send(await write()),
    });
  serve('/sitemap.xml', 'application/xml', 'no-cache', async () => siteMap(publicUrl, await listPaths()));
  serve('/robots.txt', 'text/plain', 'max-age=3600', () => robotsText(publicUrl));
}

/** Lists every page in every language, each with all of its languages (sitemaps.org, with Google's `xhtml:link`). */
export function siteMap(publicUrl: string, paths: readonly string[]): string {
  const urls = paths.flatMap((path) => {
    const address = (locale: Locale) => escapeHtml(pageAddress(publicUrl, locale, path));
    const alternates = [
      ...LOCALES.map((locale) => [locale, locale] as const),
      ['x-default', DEFAULT_LOCALE] as const,
    ]
      .map(
        ([language, locale]) =>
          `<xhtml:link rel="alternate" hreflang="${language}" href="${address(locale)}"/>`,
      )
      .join('');
    return LOCALES.map((locale) => `<url><loc>${address(locale)}</loc>${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

function robotsText(publicUrl: string): string {
  return [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
