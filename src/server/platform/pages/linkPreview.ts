import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { SHARED_PICTURE_PX } from '#/server/ports/pictureWork.ts';
import { sharedPicture } from './brand.ts';
import { escapeHtml } from '#/server/platform/markup/escape.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';

/** The thing that a page is about, a shared prize or a case, for the head of its document. */
export interface PageSubject {
  title: string;
  description: string;
  /** Path of its picture, a PNG of `SHARED_PICTURE_PX`. */
  picture: string;
  pictureAlt: string;
  /** Whether search engines may show the page. */
  isShownToSearch: boolean;
}

/** Languages in the form that Open Graph uses. */
const TERRITORIES: Record<Locale, string> = { ru: 'ru_RU', uk: 'uk_UA', en: 'en_GB' };

/**
 * Elements of the head that messengers and social networks use for the preview of a link.
 * @param subject the thing that the page is about; without it, the preview shows the game
 */
export function linkPreview(
  locale: Locale,
  site: string,
  title: string,
  publicUrl: string,
  subject?: PageSubject,
): string[] {
  const picture = subject?.picture ?? sharedPicture(locale);
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
    property('image', publicUrl + picture),
    property('image:type', subject ? 'image/png' : 'image/jpeg'),
    property('image:width', SHARED_PICTURE_PX.width),
    property('image:height', SHARED_PICTURE_PX.height),
    property('image:alt', subject?.pictureAlt ?? pageText(locale, 'landing:shareAlt') ?? title),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}
