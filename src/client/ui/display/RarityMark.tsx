import { Pips } from './Pips.tsx';
import styles from './RarityMark.module.css';

interface RarityMarkProps {
  rarity: string;
  label: string;
  /** apart: the word is at the other end of the line. */
  spread?: 'together' | 'apart';
}

/** One to six pips and the name of a rarity in its colour. The colour is never the only sign. */
export function RarityMark({ rarity, label, spread = 'together' }: RarityMarkProps) {
  return (
    <span className={`label ${styles.mark}`} data-rarity={rarity} data-spread={spread}>
      <Pips />
      {label}
    </span>
  );
}
