import { LOCALES, localePrefix, type Locale } from '#/contract/locale.ts';
import { CSRF_META_NAME, PAGE_CONFIG_ID, type PageConfig } from '#/contract/page.ts';
import { manifestAddress, THEME_COLOR, touchIcon } from './brand.ts';
import { escapeHtml } from './escapeHtml.ts';
import { linkPreview } from './linkPreview.ts';
import { pageText } from './pageTexts.ts';

/** A page as the server knows it; the client's routes have the same. */
export interface Page {
  /** Fastify pattern without the language. */
  path: string;
  /** Key of its title; without one it has the name of the site. */
  title?: string;
  /** Key of its description; only pages that search engines may show have one. */
  description?: string;
}

interface Head {
  page: Page;
  /** Path without the language. */
  path: string;
  publicUrl: string;
  /** Fonts to load before the style sheet asks for them. */
  fontUrls: readonly string[];
  config: PageConfig;
  csrfToken: string;
}

const SITE = 'ONE RP';

/** Fills the template of index.html for one visitor. */
export function fillPage(template: string, head: Head): string {
  return template
    .replace(/<html lang="[^"]*">/, () => `<html lang="${head.config.locale}">`)
    .replace('<!--page-head-->', () => headOf(head));
}

function headOf({ page, path, publicUrl, fontUrls, config, csrfToken }: Head): string {
  const title = titleOf(page, config.locale);
  return [
    `<title>${escapeHtml(title)}</title>`,
    // fonts are fetched without credentials, so without crossorigin they would load twice
    ...fontUrls.map(
      (url) => `<link rel="preload" href="${escapeHtml(url)}" as="font" type="font/woff2" crossorigin />`,
    ),
    `<meta name="theme-color" content="${THEME_COLOR}" />`,
    `<link rel="apple-touch-icon" href="${touchIcon}" />`,
    `<link rel="manifest" href="${manifestAddress(config.locale)}" />`,
    ...linkPreview(config.locale, SITE, title, publicUrl),
    ...(page.description ? shownToSearch(page.description, path, publicUrl, config.locale) : []),
    ...(page.description ? [] : ['<meta name="robots" content="noindex" />']),
    `<meta name="${CSRF_META_NAME}" content="${escapeHtml(csrfToken)}" />`,
    `<script type="application/json" id="${PAGE_CONFIG_ID}">${escapeJson(config)}</script>`,
  ].join('\n    ');
}

/** As the client writes it when it changes the page. */
function titleOf(page: Page, locale: Locale): string {
  const title = (page.title && pageText(locale, page.title)) || SITE;
  return title.includes(SITE) ? title : `${title} — ${SITE}`;
}

function shownToSearch(descriptionKey: string, path: string, publicUrl: string, locale: Locale): string[] {
  const addressIn = (language: Locale) =>
    escapeHtml(publicUrl + ((localePrefix(language) + path).replace(/(.)\/$/, '$1') || '/'));
  const description = escapeHtml(pageText(locale, descriptionKey) ?? '');
  return [
    `<meta name="description" content="${description}" />`,
    `<link rel="canonical" href="${addressIn(locale)}" />`,
    ...LOCALES.map(
      (language) => `<link rel="alternate" hreflang="${language}" href="${addressIn(language)}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${addressIn('ru')}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${addressIn(locale)}" />`,
  ];
}

/** JSON inside a script element must not be able to end it. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
