import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './BonusNote.module.css';
import { CoinWord } from './CoinWord.tsx';
import type { CoinWords } from './coinWords.ts';

/** Shows the bonus of the amount, and the missing coins for the next bonus (S2). */
export function BonusNote({ words }: { words: CoinWords }) {
  return (
    <p className={styles.note}>
      <Icon name="bolt" />
      <span>
        <CoinWord place="noteStart" words={words} />
        <b>
          <CoinWord place="noteLit" words={words} />
        </b>
        <CoinWord place="noteEnd" words={words} />
      </span>
    </p>
  );
}
