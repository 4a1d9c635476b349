import styles from './Spinner.module.css';

/** Three lane dashes that move during a request. A small one is as wide as an icon. */
export function Spinner({ size = 'medium' }: { size?: 'small' | 'medium' }) {
  return <span className={styles.spinner} data-size={size} aria-hidden="true" />;
}
