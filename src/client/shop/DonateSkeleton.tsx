import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './DonateSkeleton.module.css';

/** The room of the shop while it loads. */
export function DonateSkeleton({ label }: { label: string }) {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <output className="unseen">{label}</output>
      <div className={styles.head}>
        <Skeleton height="20px" />
        <Skeleton height="56px" />
        <Skeleton height="52px" />
      </div>
      <div className={styles.form}>
        <Skeleton height="430px" />
        <Skeleton height="430px" />
      </div>
    </div>
  );
}
