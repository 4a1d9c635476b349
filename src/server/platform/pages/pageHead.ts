import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import type { PageConfig, RenderedPage } from '#/contract/page.ts';
import {
  CSRF_META_NAME,
  PAGE_CONFIG_ID,
  PAGE_DATA_ID,
  START_FAILURE_ID,
} from '#/contract/kernel/pageNames.ts';
import { manifestAddress, THEME_COLOR, touchIcon } from './brand.ts';
import { escapeHtml, escapeJson } from '#/server/platform/markup/escape.ts';
import { linkPreview, type PageSubject } from './linkPreview.ts';
import { markupStyles } from '#/server/platform/markup/markupStyles.ts';
import { pageAddress } from './pageAddress.ts';
import type { PageAssets, PageParts } from './pageAssets.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';
import { structuredData } from './structuredData.ts';

/** A page as the server knows it. The client's routes list the same pages. */
export interface Page {
  /** Fastify pattern without the language. */
  path: string;
  /** Key of its title. Absent when the title is the name of the site. */
  title?: string;
  /** Key of its description; only for pages that search engines may show. */
  description?: string;
  /** Files that the page loads. */
  parts?: PageParts;
  /** Whether its document has a CSRF token. The other pages are the same for everybody, and ask for one. */
  hasToken?: true;
  /** The one thing that the page is about. */
  about?: PageThing;
  /** Whether the server renders the page. Requires that it is the same for all visitors who are not signed in. */
  isRendered?: true;
}

/** A thing of its own page, which the last part of the path names. */
export interface PageThing {
  kind: 'prize' | 'case';
  /** Key of the page's title if there is no such thing, which is answered with 404. */
  missing: string;
}

interface Head {
  page: Page;
  /** Path without the language. */
  path: string;
  publicUrl: string;
  /** Elements that fetch the files of the page. */
  assets: PageAssets;
  rendered?: RenderedPage | undefined;
  subject?: PageSubject | undefined;
  config: PageConfig;
  csrfToken?: string | undefined;
}

const SITE = 'ONE RP';

/** Fills the template of index.html. Decoration stays hidden until `entry.ts` shows it (global.css). */
export function fillPage(template: string, head: Head): string {
  const { assets } = head;
  return (assets.styles ? withoutSheets(template) : template)
    .replace(/<html lang="[^"]*">/, () => `<html lang="${head.config.locale}" data-undecorated>`)
    .replace('<!--page-head-->', () => headOf(head))
    .replace('</head>', (end) => [...assets.last, end].join('\n    '))
    .replace(
      '<div id="root"></div>',
      (empty) =>
        (head.rendered ? rootOf(head.rendered) : empty + withoutScript(head.config.locale)) +
        startFailure(head.config.locale),
    );
}

/** Lists the style rules that the document carries, one text for each element. Its content policy must allow them. */
export const carriedRules = ({ rendered, assets }: Pick<Head, 'rendered' | 'assets'>): string[] => [
  ...(rendered ? [markupStyles(rendered.markup)] : []),
  ...(assets.styles ? [assets.styles] : []),
];

/** Disables the frame's style sheets, so that they are not fetched: the document carries their rules. */
const withoutSheets = (template: string) =>
  template.replaceAll('<link rel="stylesheet"', (link) => `${link} disabled`);

const withoutScript = (locale: Locale) =>
  `\n    <noscript><p class="wrap">${escapeHtml(pageText(locale, 'common:noScript') ?? '')}</p></noscript>`;

/** The notice of `startFailure.ts`, which must not need the code that did not load (E3). */
function startFailure(locale: Locale): string {
  const textOf = (key: string) => escapeHtml(pageText(locale, `common:errorScreen.${key}`) ?? '');
  return `
    <template id="${START_FAILURE_ID}">
      <div class="cut" role="alert" data-start-failure>
        <strong>${textOf('loadTitle')}</strong>
        <p>${textOf('loadText')}</p>
        <button type="button">${textOf('tryAgain')}</button>
      </div>
    </template>`;
}

function rootOf({ markup, data }: RenderedPage): string {
  return `<div id="root">${markup}</div>
    <script type="application/json" id="${PAGE_DATA_ID}">${escapeJson(data)}</script>`;
}

function headOf(head: Head): string {
  const { page, path, publicUrl, assets, subject, config, csrfToken } = head;
  const { locale } = config;
  const title = subject ? withSite(subject.title) : titleOf(page, locale);
  const description = subject?.description ?? (page.description && pageText(locale, page.description));
  const isShownToSearch = subject ? subject.isShownToSearch : page.description !== undefined;
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...assets.first,
    ...carriedRules(head).map((rules) => `<style>${rules}</style>`),
    `<meta name="theme-color" content="${THEME_COLOR}" />`,
    `<link rel="apple-touch-icon" href="${touchIcon}" />`,
    `<link rel="manifest" href="${manifestAddress(locale)}" />`,
    ...linkPreview(locale, SITE, title, publicUrl, subject),
    ...(description ? described(description, pageAddress(publicUrl, locale, path)) : []),
    ...(isShownToSearch
      ? shownToSearch(path, publicUrl, locale)
      : ['<meta name="robots" content="noindex" />']),
    ...(page.path === '/' ? [structuredData(locale, publicUrl)] : []),
    ...(csrfToken === undefined
      ? []
      : [`<meta name="${CSRF_META_NAME}" content="${escapeHtml(csrfToken)}" />`]),
    `<script type="application/json" id="${PAGE_CONFIG_ID}">${escapeJson(config)}</script>`,
    ...assets.calls,
  ].join('\n    ');
}

/** The title of a page, equal to the title that the client sets on navigation. */
function titleOf(page: Page, locale: Locale): string {
  return withSite((page.title && pageText(locale, page.title)) || SITE);
}

const withSite = (title: string) => (title.includes(SITE) ? title : `${title} — ${SITE}`);

function described(description: string, address: string): string[] {
  const text = escapeHtml(description);
  return [
    `<meta name="description" content="${text}" />`,
    `<meta property="og:description" content="${text}" />`,
    `<meta property="og:url" content="${escapeHtml(address)}" />`,
  ];
}

function shownToSearch(path: string, publicUrl: string, locale: Locale): string[] {
  const addressIn = (language: Locale) => escapeHtml(pageAddress(publicUrl, language, path));
  return [
    `<link rel="canonical" href="${addressIn(locale)}" />`,
    ...LOCALES.map(
      (language) => `<link rel="alternate" hreflang="${language}" href="${addressIn(language)}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${addressIn('ru')}" />`,
  ];
}
