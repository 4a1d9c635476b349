import { TICKETS } from '#/contract/fair.ts';
import { dateLocale, type Locale } from '#/contract/kernel/locale.ts';
import type { SharedPrize } from '#/contract/sharedPrizes.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';

/** Fills a text of `prize.json`. */
function textOf(locale: Locale, key: string, values: Record<string, string>): string {
  const text = pageText(locale, `prize:${key}`) ?? '';
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/** "From the case “Port”". */
export const prizeKicker = (prize: SharedPrize, locale: Locale): string =>
  textOf(locale, 'kicker', { case: prize.case.name });

/** "Chance 0.25% · 25 November 2026": the odds at that time, and the day in UTC, because readers are anywhere. */
export function prizeFacts({ tickets, at }: SharedPrize, locale: Locale): string {
  const chance = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
  const day = new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'long', timeZone: 'UTC' });
  return textOf(locale, 'facts', { chance: chance.format(tickets / TICKETS), day: day.format(new Date(at)) });
}

/** The sentence below the title of a link. */
export const prizeSentence = (prize: SharedPrize, locale: Locale): string =>
  textOf(locale, 'sentence', { case: prize.case.name, facts: prizeFacts(prize, locale) });

/** What the picture shows, for those who cannot see it. */
export const prizeAlt = (prize: SharedPrize, locale: Locale): string =>
  textOf(locale, 'pictureAlt', { name: prize.item.name, case: prize.case.name });
