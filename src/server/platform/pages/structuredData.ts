import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { sharedPicture, touchIcon } from './brand.ts';
import { escapeJson } from '#/server/platform/markup/escape.ts';
import { pageAddress } from './pageAddress.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';

/** Data for search engines about the site's owner and the game (schema.org). */
export function structuredData(locale: Locale, publicUrl: string): string {
  const url = pageAddress(publicUrl, locale, '/');
  const name = 'ONE RP';
  const description = pageText(locale, 'landing:description');
  const publisher = { '@id': `${publicUrl}/#organization` };
  const graph = [
    { '@type': 'Organization', ...publisher, name, url: publicUrl, logo: publicUrl + touchIcon },
    {
      '@type': 'WebSite',
      '@id': `${publicUrl}/#website`,
      name,
      url: publicUrl,
      description,
      inLanguage: LOCALES,
      publisher,
    },
    {
      '@type': 'VideoGame',
      '@id': `${publicUrl}/#game`,
      name,
      url,
      description,
      image: publicUrl + sharedPicture(locale),
      genre: 'Roleplay',
      playMode: 'MultiPlayer',
      applicationCategory: 'Game',
      inLanguage: locale,
      publisher,
    },
  ];
  const document = { '@context': 'https://schema.org', '@graph': graph };
  return `<script type="application/ld+json">${escapeJson(document)}</script>`;
}
