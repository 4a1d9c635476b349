import { TICKETS } from '#/contract/fair.ts';
import { cachedByLocale } from '#/client/ui/display/formatPrice.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';

const twoDigits = cachedByLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

const fourDigits = cachedByLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }));

/** Formats the chance of tickets in percent, exactly: a single ticket is "0.0001 %". */
export const formatChance = (tickets: number, locale: string = pageConfig.locale): string =>
  `${fourDigits(locale).format(tickets / (TICKETS / 100))} %`;

/** Formats hundredths of coins or of a percent: 8140 is "81.40". */
export const formatHundredths = (hundredths: number, locale: string = pageConfig.locale): string =>
  twoDigits(locale).format(hundredths / 100);
