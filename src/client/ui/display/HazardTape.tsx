import styles from './HazardTape.module.css';

/** A strip of hazard tape across the available width. */
export function HazardTape() {
  return <div className={styles.tape} aria-hidden="true" />;
}
