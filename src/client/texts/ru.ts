/** All texts of a language are one chunk: small, and no request follows another. */
export const texts = import.meta.glob<Record<string, unknown>>('../../../locales/ru/*.json', {
  eager: true,
  import: 'default',
});
