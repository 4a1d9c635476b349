import i18next from 'i18next';
import type { Locale } from '#/contract/kernel/locale.ts';
import { initI18n } from '#/client/platform/i18n/i18n.ts';

type Texts = Record<string, unknown>;

const english = import.meta.glob<Texts>('../../../locales/en/*.json', { eager: true, import: 'default' });
const others = import.meta.glob<Texts>('../../../locales/*/*.json', { import: 'default' });

/** Sets the language to English, whose texts are all there, those of the operators too. */
export async function setEnglish(): Promise<void> {
  if (i18next.isInitialized) return void (await i18next.changeLanguage('en'));
  await initI18n('en');
  for (const [file, texts] of Object.entries(english)) addTexts(file, texts);
}

/** Loads all texts of a language, for tests that change to it. */
export async function loadTextsOf(locale: Locale): Promise<void> {
  const files = Object.entries(others).filter(([file]) => file.includes(`/${locale}/`));
  await Promise.all(files.map(async ([file, load]) => addTexts(file, await load())));
}

function addTexts(file: string, texts: Texts): void {
  const [locale = '', namespace = ''] = file.replace('.json', '').split('/').slice(-2);
  i18next.addResourceBundle(locale, namespace, texts);
}
