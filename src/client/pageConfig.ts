import { CSRF_META_NAME, PAGE_CONFIG_ID, pageConfig as schema } from '#/contract/page.ts';

/** What the server says about this page: language, API address, captcha key. */
export const pageConfig = schema.parse(
  JSON.parse(document.getElementById(PAGE_CONFIG_ID)?.textContent ?? ''),
);

/** The page's token against forged requests. */
export function csrfToken(): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${CSRF_META_NAME}"]`)?.content ?? '';
}
