import { dateLocale } from '#/contract/kernel/locale.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale, withoutBreaks } from '#/client/ui/display/formatPrice.ts';

const near = cachedByLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const days = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(dateLocale(locale), { day: 'numeric', month: 'long' }),
);
const daysOfYears = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'long' }),
);

/** Entries of one day. */
export interface Day<Entry> {
  /** "Today", "Yesterday" or the date, in the page's language and the reader's time zone. */
  name: string;
  entries: Entry[];
}

/** Groups entries by their day, in their order. */
export function groupByDay<Entry extends { at: string }>(
  entries: readonly Entry[],
  nowMs: number,
): Day<Entry>[] {
  const groups: Day<Entry>[] = [];
  for (const entry of entries) {
    const name = nameOfDay(new Date(entry.at), new Date(nowMs));
    const last = groups.at(-1);
    if (last?.name === name) last.entries.push(entry);
    else groups.push({ name, entries: [entry] });
  }
  return groups;
}

function nameOfDay(at: Date, now: Date): string {
  const locale = pageConfig.locale;
  for (const daysAgo of [0, 1]) {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
    if (at.toDateString() === day.toDateString()) return capital(near(locale).format(-daysAgo, 'day'));
  }
  const format = at.getFullYear() === now.getFullYear() ? days : daysOfYears;
  return withoutBreaks(format(locale).format(at));
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase(pageConfig.locale) + text.slice(1);
