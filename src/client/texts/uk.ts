export const texts = import.meta.glob<Record<string, unknown>>('../../../locales/uk/*.json', {
  eager: true,
  import: 'default',
});
