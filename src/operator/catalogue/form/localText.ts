import { useTranslation } from 'react-i18next';

/** Reads a text of the catalogue in the language of the page. What is half typed is read as far as it is there. */
export function useLocalText() {
  const { i18n } = useTranslation();
  return (texts: unknown): string => {
    const known = typeof texts === 'object' && texts !== null ? (texts as Record<string, unknown>) : {};
    const text = known[i18n.language] || known['en'];
    return typeof text === 'string' ? text : '';
  };
}

/** A key of the catalogue as it is shown. What is half typed may be anything. */
export const keyText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
