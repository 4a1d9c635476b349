import { TERMS_CHANGED } from '#/contract/kernel/limits.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { Agreed, Quote } from '#/server/platform/db/tables/quote.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';

/** Whether some of a purchase arrives on the account with the payment: all but what a game hands over. */
export function isAtOnce({ coins, grants }: Pick<Quote, 'coins' | 'grants'>): boolean {
  return coins > 0 || grants.some(({ kind }) => kind !== 'game');
}

/** What a request says that the buyer agreed to. */
interface Agreement {
  terms?: true | undefined;
  at_once?: true | undefined;
}

/**
 * The agreement that an order stores: the version of the terms, and the sentence that the buyer saw in their language
 * (S19). Null if the request says nothing about the terms.
 */
export function agreedTo(
  { terms, at_once }: Agreement,
  quote: Quote,
  { now }: Pick<Deps, 'now'>,
  locale: Locale,
): Agreed | null {
  if (!terms) return null;
  const atOnce = at_once && isAtOnce(quote) ? (pageText(locale, 'shop:checkout.atOnce') ?? null) : null;
  return { at: now().toISOString(), locale, terms: TERMS_CHANGED, atOnce };
}
