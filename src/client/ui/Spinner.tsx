import styles from './Spinner.module.css';

/** Three lane dashes that run while something is under way. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
