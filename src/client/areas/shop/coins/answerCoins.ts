import { typeWholeNumber } from '#/client/ui/inputs/typeWholeNumber.ts';
import { canBuyCoins, coinDealOf, type CoinRules } from './coinAmount.ts';
import { type CoinSentences, type CoinWords, coinWords } from './coinWords.ts';

/** What a rendered form of coins carries for its first answers. */
export interface CoinAnswers {
  rules: CoinRules;
  sentences: CoinSentences;
  locale: string;
}

/**
 * Lets a rendered form of coins say what is typed into it before its page has come to life: the same words from the
 * same rules, in the places that `CoinWord` has left for them.
 * @param form with `CoinAnswers` in `data-answers`
 * @returns ends it, when the page answers by itself
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
