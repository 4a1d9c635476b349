import styles from './LogoMark.module.css';

/** The logo, shown beside the site's name. */
export function LogoMark() {
  return (
    <span className={styles.mark} aria-hidden="true">
      1
    </span>
  );
}
