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
