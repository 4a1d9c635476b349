import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { SHARED_PICTURE_PX, sharedPicture } from './brand.ts';
import { escapeHtml } from '#/server/platform/markup/escape.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';

/** Languages in the form that Open Graph uses. */
const TERRITORIES: Record<Locale, string> = { ru: 'ru_RU', uk: 'uk_UA', en: 'en_GB' };

/** Elements of the head that messengers and social networks use for the preview of a link. */
export function linkPreview(locale: Locale, site: string, title: string, publicUrl: string): string[] {
  const property = (name: string, content: string | number) =>
    `<meta property="og:${name}" content="${escapeHtml(String(content))}" />`;
  return [
    property('type', 'website'),
    property('site_name', site),
    property('locale', TERRITORIES[locale]),
    ...LOCALES.filter((other) => other !== locale).map((other) =>
      property('locale:alternate', TERRITORIES[other]),
    ),
    property('title', title),
    property('image', publicUrl + sharedPicture(locale)),
    property('image:type', 'image/jpeg'),
    property('image:width', SHARED_PICTURE_PX.width),
    property('image:height', SHARED_PICTURE_PX.height),
    property('image:alt', pageText(locale, 'landing:shareAlt') ?? title),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}
