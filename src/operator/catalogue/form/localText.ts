import { useTranslation } from 'react-i18next';

/** Returns a text of the catalogue in the page's language. Accepts unfinished input. */
export function useLocalText() {
  const { i18n } = useTranslation();
  return (texts: unknown): string => {
    const known = typeof texts === 'object' && texts !== null ? (texts as Record<string, unknown>) : {};
    const text = known[i18n.language] || known['en'];
    return typeof text === 'string' ? text : '';
  };
}

/** Formats a key of the catalogue. Accepts any value, because input may be unfinished. */
export const keyText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
