import { TICKETS } from '#/contract/fair.ts';
import { dateLocale, type Locale } from '#/contract/kernel/locale.ts';
import type { SharedPrize } from '#/contract/sharedPrizes.ts';
import { filledText } from '#/server/platform/markup/pageTexts.ts';

/** "From the case “Port”". */
export const prizeKicker = (prize: SharedPrize, locale: Locale): string =>
  filledText(locale, 'prize:kicker', { case: prize.case.name });

/** "Chance 0.25% · 25 November 2026": the odds at that time, and the day in UTC, because readers are anywhere. */
export function prizeFacts({ tickets, at }: SharedPrize, locale: Locale): string {
  const chance = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
  const day = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'long', timeZone: 'UTC' });
  return filledText(locale, 'prize:facts', {
    chance: chance.format(tickets / TICKETS),
    day: day.format(new Date(at)),
  });
}

/** The sentence below the title of a link. */
export const prizeSentence = (prize: SharedPrize, locale: Locale): string =>
  filledText(locale, 'prize:sentence', { case: prize.case.name, facts: prizeFacts(prize, locale) });

/** What the picture shows, for those who cannot see it. */
export const prizeAlt = (prize: SharedPrize, locale: Locale): string =>
  filledText(locale, 'prize:pictureAlt', { name: prize.item.name, case: prize.case.name });
