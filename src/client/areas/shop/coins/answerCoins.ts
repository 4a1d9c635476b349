import { typeWholeNumber } from '#/client/ui/inputs/typeWholeNumber.ts';
import { canBuyCoins, coinDealOf, type CoinRules } from './coinAmount.ts';
import { type CoinSentences, type CoinWords, coinWords } from './coinWords.ts';

/** Data that a server-rendered form of coins carries, so that it can react before the page is hydrated. */
export interface CoinAnswers {
  rules: CoinRules;
  sentences: CoinSentences;
  locale: string;
}

/**
 * Updates a server-rendered form of coins while the visitor types and the page is not hydrated yet. It applies the
 * rules of the page and writes into the places of `CoinWord`.
 * @param form with `CoinAnswers` in `data-answers`
 * @returns a function that ends this
 */
export function answerCoins(form: HTMLFormElement): () => void {
  const { rules, sentences, locale } = JSON.parse(form.dataset['answers'] ?? '') as CoinAnswers;
  const input = form.querySelector<HTMLInputElement>('input[name=amount]:not([type=range])');
  if (!input) return () => {};
  const answer = () => {
    const coins = typeWholeNumber(input, rules.mostCoins, locale);
    const words = coinWords(coinDealOf(coins ?? 0, rules), sentences, locale);
    for (const place of form.querySelectorAll<HTMLElement>('[data-word]'))
      place.textContent = words[place.dataset['word'] as keyof CoinWords];
    const submit = form.querySelector<HTMLButtonElement>('button[type=submit]');
    if (submit) submit.disabled = !canBuyCoins(coins, rules);
  };
  if (input.value !== input.defaultValue) answer();
  input.addEventListener('input', answer);
  return () => input.removeEventListener('input', answer);
}
