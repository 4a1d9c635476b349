import { Pips } from './Pips.tsx';
import styles from './RarityMark.module.css';

interface RarityMarkProps {
  rarity: string;
  label: string;
  /** apart: the word at the other end of its line. */
  spread?: 'together' | 'apart';
}

/** One to six pips and the word of a rarity, in its colour: the colour is never alone. */
export function RarityMark({ rarity, label, spread = 'together' }: RarityMarkProps) {
  return (
    <span className={`label ${styles.mark}`} data-rarity={rarity} data-spread={spread}>
      <Pips />
      {label}
    </span>
  );
}
