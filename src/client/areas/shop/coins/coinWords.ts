import { NO_BONUS_BASIS_POINTS } from '#/contract/kernel/amounts.ts';
import { cachedByLocale, formatPrice, withoutBreaks } from '#/client/ui/display/formatPrice.ts';
import type { CoinDeal } from './coinAmount.ts';

/** Sentences in the page's language with open `{{gaps}}`. Text inside `<lit>` is highlighted. */
export interface CoinSentences {
  /** With `{{factor}}`. */
  bonus: string;
  /** Text of the note, with `{{percent}}`, `{{next}}` and `{{missing}}`. */
  below: string;
  between: string;
  best: string;
}

/** Texts of the form for an amount, by their place. */
export type CoinWords = Record<
  'price' | 'coins' | 'factor' | 'bonus' | 'received' | 'noteStart' | 'noteLit' | 'noteEnd',
  string
>;

const bonuses = cachedByLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'percent',
      signDisplay: 'exceptZero',
      maximumFractionDigits: 2,
    }),
);
const LIT = /<\/?lit>/;

const fill = (sentence: string, gaps: Record<string, string>) =>
  sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => gaps[name] ?? '');

/** Formats the bonus of a coefficient: "+25 %", with a space that does not break. */
export const formatBonus = (coefficientBasisPoints: number, locale: string): string =>
  withoutBreaks(
    bonuses(locale).format((coefficientBasisPoints - NO_BONUS_BASIS_POINTS) / NO_BONUS_BASIS_POINTS),
  );

/** Returns the texts for a deal (S2). */
export function coinWords(deal: CoinDeal, sentences: CoinSentences, locale: string): CoinWords {
  const { tier, next } = deal;
  const oc = (amount: number) => formatPrice({ currency: 'OC', amount }, locale);
  const paid = tier?.coefficientBasisPoints ?? NO_BONUS_BASIS_POINTS;
  const note = fill(tier ? (next ? sentences.between : sentences.best) : sentences.below, {
    percent: formatBonus(paid, locale),
    next: next ? formatBonus(next.tier.coefficientBasisPoints, locale) : '',
    missing: oc(next?.missingCoins ?? 0),
  });
  const [noteStart = '', noteLit = '', noteEnd = ''] = note.split(LIT);
  return {
    price: formatPrice({ currency: 'EUR', cents: deal.priceCents }, locale),
    coins: oc(deal.coins),
    factor: fill(sentences.bonus, {
      factor: new Intl.NumberFormat(locale).format(paid / NO_BONUS_BASIS_POINTS),
    }),
    bonus: `+${oc(deal.bonusCoins)}`,
    received: oc(deal.receivedCoins),
    noteStart,
    noteLit,
    noteEnd,
  };
}
