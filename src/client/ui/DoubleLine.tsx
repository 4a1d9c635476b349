import styles from './DoubleLine.module.css';

/** The double yellow line between two parts of a page. */
export function DoubleLine() {
  return <hr className={styles.line} />;
}
