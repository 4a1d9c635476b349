import { dateLocale } from '#/contract/kernel/locale.ts';

/** Runs in a worker. Makes the browser load its rules for the numbers and dates of a language, see `formatsAhead.ts`. */
addEventListener('message', ({ data: locale }: MessageEvent<string>) => {
  new Intl.NumberFormat(locale).format(0);
  new Intl.PluralRules(locale).select(0);
  new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(0);
  close();
});
