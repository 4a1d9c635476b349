import type { FastifyInstance } from 'fastify';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { escapeHtml } from '#/server/platform/markup/escape.ts';
import { pageAddress } from './pageAddress.ts';

/** Paths that search engines must not visit: the API and private pages. */
const PRIVATE = ['/api/', '/cabinet', '/donate/success', '/donate/fail', '/donate/verification-payment'];

/**
 * Serves robots.txt and the site map.
 * @param paths paths without the language, of the pages that search engines may show
 */
export function serveSiteMap(app: FastifyInstance, publicUrl: string, paths: readonly string[]): void {
  const files = [
    { url: '/sitemap.xml', type: 'application/xml', text: siteMap(publicUrl, paths) },
    { url: '/robots.txt', type: 'text/plain', text: robotsText(publicUrl) },
  ];
  for (const { url, type, text } of files)
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (_, reply) =>
        reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(text),
    });
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
