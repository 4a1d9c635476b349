import { useTranslation } from 'react-i18next';

/** Reads a text of the catalogue in the language of the page. Copes with texts that are only partly typed. */
export function useLocalText() {
  const { i18n } = useTranslation();
  return (texts: unknown): string => {
    const known = typeof texts === 'object' && texts !== null ? (texts as Record<string, unknown>) : {};
    const text = known[i18n.language] || known['en'];
    return typeof text === 'string' ? text : '';
  };
}

/** A key of the catalogue as it is shown. Copes with any value, because the draft may be half typed. */
export const keyText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
