import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#/contract/kernel/locale.ts';
import type Resources from './i18nResources';

export type Namespace = Exclude<keyof Resources, 'mail' | `operator${string}` | 'sandbox'>;

const files = import.meta.glob<Record<string, unknown>>(
  ['../../../../locales/*/*.json', '!**/mail.json', '!**/operator*.json', '!**/sandbox.json'],
  { import: 'default' },
);

/** Loads the texts of a page in its language. Texts that are already loaded are not requested again. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  const locale = i18next.language;
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(locale, namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      const texts = await files[`../../../../locales/${locale}/${namespace}.json`]?.();
      i18next.addResourceBundle(locale, namespace, texts);
    }),
  );
}

/**
 * Sets the language of the page and loads the texts of its frame. Readers change the language by loading another page.
 */
export async function initI18n(locale: Locale): Promise<void> {
  if (i18next.isInitialized) await i18next.changeLanguage(locale);
  else
    await i18next.use(initReactI18next).init({
      lng: locale,
      fallbackLng: false,
      load: 'currentOnly',
      resources: {},
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      saveMissing: import.meta.env.DEV,
      missingKeyHandler: (_, namespace, key) => console.error(`no text for ${namespace}:${key}`),
    });
  await loadTexts('common');
}
