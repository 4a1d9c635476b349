import * as z from 'zod/mini';
import { CAPTCHA_PROVIDERS } from './kernel/captcha.ts';
import { LOCALES } from './kernel/locale.ts';
import { SWITCHES } from './kernel/switches.ts';

/** Places where players meet, as their addresses; each is absent when the operator gives none. */
const community = z.object({
  discord: z.optional(z.url()),
  telegram: z.optional(z.url()),
  video: z.optional(z.url()),
});
export type Community = z.infer<typeof community>;

/** The global page setting that the server writes into `<script id="page-config">` of every page. */
export const pageConfig = z.object({
  locale: z.enum(LOCALES),
  /** Origin of the API; '' is the page's own. */
  apiBaseUrl: z.string(),
  captcha: z.object({
    provider: z.enum(CAPTCHA_PROVIDERS),
    /** Public key of the service; '' for ALTCHA, which needs none. */
    siteKey: z.string(),
  }),
  /** Address of the support. */
  supportEmail: z.string(),
  /** Who sells; absent when the operator does not say. */
  seller: z.optional(z.string()),
  community: z.optional(community),
  /** Address of the rules of the game, and of the guide to installing it; absent when the operator gives none. */
  rulesUrl: z.optional(z.url()),
  guideUrl: z.optional(z.url()),
  /** Whether the page for developers is served (RT12). */
  hasPlayground: z.boolean(),
  /** Parts of the site that are closed now. Absent when all are open. */
  closed: z.optional(z.array(z.enum(SWITCHES))),
  /** The draft of the catalogue that an operator looks at; absent for players. */
  preview: z.optional(z.object({ draft: z.int(), until: z.iso.datetime() })),
});
export type PageConfig = z.infer<typeof pageConfig>;

export const CSRF_HEADER = 'x-csrf-token';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** The draft that a page was opened with. The page sends it, because its preview may end while it is open. */
export const PREVIEW_HEADER = 'x-preview';

/** A page that the server renders for visitors who are not signed in. */
export interface PageOrder {
  /** Path with the language, without query and hash. */
  path: string;
  config: PageConfig;
  /**
   * Performs a GET of the API.
   * @throws when it fails
   */
  ask: (address: string) => Promise<unknown>;
}

export interface RenderedPage {
  /** Markup of `#root`. */
  markup: string;
  /** Data that the client needs to render the same page; written to `#page-data`. */
  data: unknown;
}

/**
 * Renders a page.
 * @throws if a part of the page or its data are missing; the page is then served without markup
 */
export type RenderPage = (order: PageOrder) => Promise<RenderedPage>;

/** Drawn widths of the picture on top of the cabinet, which its document loads before its code. */
export const CABINET_BANNER_SIZES = '(max-width: 767px) 72vw, (max-width: 1439px) 60vw, 768px';
