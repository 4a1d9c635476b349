import i18next from 'i18next';
import type { LOCALES } from '#/contract/kernel/locale.ts';
import { type Locale } from '#/contract/kernel/locale.ts';
import { OPERATOR_LANGUAGE_COOKIE } from '#/contract/operator/operatorPage.ts';
import { initI18n, loadTexts } from '#/client/platform/i18n/i18n.ts';

const files = import.meta.glob<Record<string, unknown>>('../../../locales/*/operator*.json', {
  import: 'default',
});
const NAMESPACES = ['operator', 'operatorErrors'] as const;

/** Sets the language and loads all texts of the operators' program. Players' pages load none of them (O29). */
export async function initTexts(locale: Locale): Promise<void> {
  await initI18n(locale);
  await Promise.all([
    loadTexts('errors'),
    ...NAMESPACES.map(async (namespace) => {
      const texts = await files[`../../../locales/${locale}/${namespace}.json`]?.();
      i18next.addResourceBundle(locale, namespace, texts);
    }),
  ]);
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Keeps the language for the next pages and draws this one anew in it. Addresses have none, so colleagues read their own. */
export function chooseLanguage(locale: (typeof LOCALES)[number]): void {
  document.cookie = `${OPERATOR_LANGUAGE_COOKIE}=${locale}; Path=/operator; Max-Age=${YEAR_SECONDS}; SameSite=Strict`;
  location.reload();
}
