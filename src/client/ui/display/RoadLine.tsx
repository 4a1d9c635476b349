import styles from './RoadLine.module.css';

/** A marking on the road across the page: a double line between two parts, a dashed one under what goes on. */
export function RoadLine({ marking = 'double' }: { marking?: 'double' | 'dashed' }) {
  return <hr className={styles.line} data-marking={marking} />;
}
