import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#/contract/locale.ts';

const loaders = {
  ru: () => import('./texts/ru.ts'),
  uk: () => import('./texts/uk.ts'),
  en: () => import('./texts/en.ts'),
} satisfies Record<Locale, unknown>;

const legalTexts = import.meta.glob<Record<string, unknown>>('../../locales/*/legal.json', {
  import: 'default',
});

/** Adds the long texts that only the legal pages show. */
export async function loadLegalTexts(): Promise<void> {
  const locale = i18next.language;
  i18next.addResourceBundle(locale, 'legal', await legalTexts[`../../locales/${locale}/legal.json`]?.());
}

/** Loads one language and makes it the page's; languages are changed by loading the page in the other one. */
export async function initI18n(locale: Locale): Promise<void> {
  const { texts } = await loaders[locale]();
  const namespaces = Object.fromEntries(
    Object.entries(texts).map(([file, content]) => [/([^/]+)\.json$/.exec(file)?.[1] ?? file, content]),
  );
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    load: 'currentOnly',
    resources: { [locale]: namespaces },
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    saveMissing: import.meta.env.DEV,
    missingKeyHandler: (_, namespace, key) => console.error(`no text for ${namespace}:${key}`),
  });
}
