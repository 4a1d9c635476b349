import styles from './LogoMark.module.css';

/** The sign of the site, beside its name. */
export function LogoMark() {
  return (
    <span className={styles.mark} aria-hidden="true">
      1
    </span>
  );
}
