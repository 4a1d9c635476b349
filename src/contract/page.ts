import * as z from 'zod/mini';
import { CAPTCHA_PROVIDERS } from './captcha.ts';
import { LOCALES } from './locale.ts';

/** The global page setting that the server writes into `<script id="page-config">` of every page. */
export const pageConfig = z.object({
  locale: z.enum(LOCALES),
  /** Where the API lives; '' is the page's own origin. */
  apiBaseUrl: z.string(),
  captcha: z.object({
    provider: z.enum(CAPTCHA_PROVIDERS),
    /** Public key of the service; '' for ALTCHA, which needs none. */
    siteKey: z.string(),
  }),
  /** Where players write to. */
  supportEmail: z.string(),
  /** The page for developers is served (RT12). */
  hasPlayground: z.boolean(),
});
export type PageConfig = z.infer<typeof pageConfig>;

export const PAGE_CONFIG_ID = 'page-config';
/** Holds the data of a page that the server has rendered, until the client has taken it over. */
export const PAGE_DATA_ID = 'page-data';
export const CSRF_META_NAME = 'csrf-token';
export const CSRF_HEADER = 'x-csrf-token';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** Readable cookie that holds the bearer of a browser's session (A5). */
export const TOKEN_COOKIE = 'apiToken';

/** A page for a visitor who is not signed in, as the server orders it from the client's code. */
export interface PageOrder {
  /** Path with the language, without query and hash. */
  path: string;
  config: PageConfig;
  /** Answers a GET of the API. @throws when it fails */
  ask: (address: string) => Promise<unknown>;
}

export interface RenderedPage {
  /** What stands in `#root`. */
  markup: string;
  /** What the client must know to find the same page; goes into `#page-data`. */
  data: unknown;
}

/** @throws when a part of the page or of its data is missing; the page is then served without markup */
export type RenderPage = (order: PageOrder) => Promise<RenderedPage>;
