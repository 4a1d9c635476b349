import { pageConfig as schema, type PageConfig } from '#/contract/page.ts';
import { CSRF_META_NAME, PAGE_CONFIG_ID } from '#/contract/kernel/pageNames.ts';

function readPage(): PageConfig {
  return schema.parse(JSON.parse(document.getElementById(PAGE_CONFIG_ID)?.textContent ?? ''));
}

/** Initial value where pages are rendered without a document, until `renderFor` is called. */
const NOWHERE: PageConfig = {
  locale: 'ru',
  apiBaseUrl: '',
  captcha: { provider: 'altcha', siteKey: '' },
  supportEmail: '',
  hasPlayground: false,
};

/** The server's settings for this page: language, API address, captcha key. */
export const pageConfig: PageConfig = globalThis.document ? readPage() : { ...NOWHERE };

/** Sets the page to be rendered next, where there is no document. */
export function renderFor(config: PageConfig): void {
  Object.assign(pageConfig, config);
}

/** The CSRF token of the page; '' if its document has none. */
export function csrfToken(): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${CSRF_META_NAME}"]`)?.content ?? '';
}

/** Writes the CSRF token into the page, where the next call finds it. */
export function keepCsrfToken(token: string): void {
  const meta = document.createElement('meta');
  meta.name = CSRF_META_NAME;
  meta.content = token;
  document.head.append(meta);
}
