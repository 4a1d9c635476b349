import type { Locale } from '#/contract/kernel/locale.ts';
import { filledText } from '#/server/platform/markup/pageTexts.ts';
import type { LinkedCase } from './linkedCases.ts';

/** The title of a case's page, as the page itself has it: "Case “Port”". */
export const caseTitle = ({ names }: LinkedCase, locale: Locale): string =>
  filledText(locale, 'shop:case.title', { name: names[locale] });

/** What the case is, in the words of the law: random contents, how many prizes, and that the odds are shown. */
export const caseSentence = ({ prizes }: LinkedCase, locale: Locale): string =>
  filledText(locale, 'prize:case.sentence', { count: prizes });

/** "14 prizes". */
export const casePrizes = ({ prizes }: LinkedCase, locale: Locale): string =>
  filledText(locale, 'prize:case.prizes', { count: prizes });

/** What the picture shows, for those who cannot see it. */
export const caseAlt = ({ names }: LinkedCase, locale: Locale): string =>
  filledText(locale, 'prize:case.pictureAlt', { name: names[locale] });
