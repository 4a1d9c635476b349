import styles from './HazardTag.module.css';

/** A short word such as "soon" on solid ink, with hazard stripes at its ends only, so that it can be read. */
export function HazardTag({ children }: { children: string }) {
  return <span className={styles.tag}>{children}</span>;
}
