import styles from './Pips.module.css';

/** One to six skewed strokes in the colour of the nearest `[data-rarity]` around them. */
export function Pips() {
  return <span className={styles.pips} aria-hidden="true" />;
}
