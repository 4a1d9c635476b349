/** The texts of a language that every page may need, one chunk: small, and no request follows another. */
export const texts = import.meta.glob<Record<string, unknown>>(
  ['../../../locales/ru/*.json', '!**/legal.json', '!**/mail.json', '!**/sandbox.json'],
  { eager: true, import: 'default' },
);
