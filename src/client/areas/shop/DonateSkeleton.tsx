import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import styles from './DonateSkeleton.module.css';

/** Placeholder of the shop while its data load. */
export function DonateSkeleton({ label }: { label: string }) {
  return (
    <Loading className={`wrap ${styles.page}`} label={label}>
      <div className={styles.head}>
        <Skeleton height="20px" />
        <Skeleton height="56px" />
        <Skeleton height="52px" />
      </div>
      <div className={styles.form}>
        <Skeleton height="430px" />
        <Skeleton height="430px" />
      </div>
    </Loading>
  );
}
