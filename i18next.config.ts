import { defineConfig } from 'i18next-cli';

export default defineConfig({
  locales: ['ru', 'uk', 'en'],
  extract: {
    input: ['src/{client,operator}/**/*.{ts,tsx}'],
    output: 'locales/{{language}}/{{namespace}}.json',
    primaryLanguage: 'ru',
    defaultNS: 'common',
    defaultValue: '',
    sort: false,
    indentation: 2,
    // keys that are put together at run time
    preservePatterns: [
      'landing:title',
      'landing:description',
      'auth:title',
      'errors:*',
      'common:notFound.title',
      'common:languages.*',
      'landing:cases.*',
      'cases:*',
      'cabinet:*',
      'auth:*',
      'legal:*',
      'fairness:*',
      'mail:*',
      'sandbox:*',
      'shop:*',
      'operator:*',
      'operatorErrors:*',
      'operatorCatalogue:*',
      'operatorGame:*',
      'operatorOrders:*',
      'operatorPeople:*',
      'operatorPlayers:*',
    ],
  },
  types: {
    input: ['locales/ru/*.json'],
    output: 'src/client/platform/i18n/i18next.d.ts',
    resourcesFile: 'src/client/platform/i18n/i18nResources.d.ts',
  },
});
