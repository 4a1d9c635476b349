import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale } from '#/client/ui/display/formatPrice.ts';

const names = cachedByLocale((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

/** Name of a country in the page's language. */
export const countryName = (code: string): string => names(pageConfig.locale).of(code) ?? code;
