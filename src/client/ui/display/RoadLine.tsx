import styles from './RoadLine.module.css';

/** A road marking across the page: a double line between two parts, a dashed one within a part. */
export function RoadLine({ marking = 'double' }: { marking?: 'double' | 'dashed' }) {
  return <hr className={styles.line} data-marking={marking} />;
}
