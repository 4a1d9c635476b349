import i18next from 'i18next';
import { type Locale } from '#/contract/kernel/locale.ts';
import { OPERATOR_LANGUAGE_COOKIE } from '#/contract/operator/people/operatorPage.ts';
import { initI18n, loadTexts } from '#/client/platform/i18n/i18n.ts';
import type Resources from '#/client/platform/i18n/i18nResources';

const files = import.meta.glob<Record<string, unknown>>('../../../locales/*/operator*.json', {
  import: 'default',
});

type OperatorTexts = Extract<keyof Resources, `operator${string}`>;
/** Text files that are loaded with the program. */
const FIRST_TEXTS = ['operator', 'operatorErrors', 'operatorFormal'] as const satisfies OperatorTexts[];
/** Text files of single pages. */
export type PageTexts = Exclude<OperatorTexts, (typeof FIRST_TEXTS)[number]>;

async function loadOperatorTexts(namespace: OperatorTexts): Promise<void> {
  const locale = i18next.language;
  if (i18next.hasResourceBundle(locale, namespace)) return;
  const texts = await files[`../../../locales/${locale}/${namespace}.json`]?.();
  i18next.addResourceBundle(locale, namespace, texts);
}

/** Sets the language and loads the frame's texts. Players' pages load none of them (O29). */
export async function initTexts(locale: Locale): Promise<void> {
  await initI18n(locale);
  await Promise.all([loadTexts('errors'), ...FIRST_TEXTS.map(loadOperatorTexts)]);
}

/** Loads the texts of a page. */
export async function loadPageTexts(namespaces: readonly PageTexts[]): Promise<void> {
  await Promise.all(namespaces.map(loadOperatorTexts));
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Stores the language in the cookie and reloads the page. Addresses have no language, so a colleague opens them in
 * their own.
 */
export function chooseLanguage(locale: Locale): void {
  document.cookie = `${OPERATOR_LANGUAGE_COOKIE}=${locale}; Path=/operator; Max-Age=${YEAR_SECONDS}; SameSite=Strict`;
  location.reload();
}
