import type { CoinWords } from './coinWords.ts';

interface CoinWordProps {
  place: keyof CoinWords;
  words: CoinWords;
}

/** A text of the form that `answerCoins` updates until the page is hydrated. */
export function CoinWord({ place, words }: CoinWordProps) {
  return (
    <span data-word={place} suppressHydrationWarning>
      {words[place]}
    </span>
  );
}
