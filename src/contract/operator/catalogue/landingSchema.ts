import * as z from 'zod/mini';
import { inEveryLanguage } from './caseSchema.ts';
import { SENTENCES } from './sentences.ts';

/** The file `catalogue/landing.json`: promotions and news of the landing page. */

const promo = z.strictObject({
  /** A discount code. The promotion is hidden while its code is invalid or has no end date (L5). */
  code: z.string().check(z.regex(/^[A-Z0-9-]{3,35}$/, SENTENCES.notDiscountCode)),
  title: inEveryLanguage(60),
});

const newsEntry = z.strictObject({
  /** Must never change. */
  key: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, SENTENCES.notKebabCase)),
  // the database has no year 0
  publishedOn: z.iso.date().check(z.regex(/^20\d\d-/)),
  title: inEveryLanguage(80),
  text: inEveryLanguage(400),
});

/** The first promotion with a valid code is shown. */
export const landingFile = z.strictObject({ promos: z.array(promo), news: z.array(newsEntry) });
export type LandingFile = z.infer<typeof landingFile>;
