import type { CoinWords } from './coinWords.ts';

interface CoinWordProps {
  place: keyof CoinWords;
  words: CoinWords;
}

/** A place of the form that `answerCoins` fills while the page is not React's yet. */
export function CoinWord({ place, words }: CoinWordProps) {
  return (
    <span data-word={place} suppressHydrationWarning>
      {words[place]}
    </span>
  );
}
