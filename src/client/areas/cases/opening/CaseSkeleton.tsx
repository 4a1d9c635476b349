import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import styles from './CaseSkeleton.module.css';

/** Placeholder of a case page while it loads. */
export function CaseSkeleton({ label }: { label: string }) {
  return (
    <Loading className={styles.page} label={label}>
      <div className={`wrap ${styles.hero}`}>
        <div className={styles.crate}>
          <Skeleton height="1 / 1" />
        </div>
        <div className={styles.head}>
          <Skeleton height="36px" />
          <Skeleton height="64px" />
        </div>
        <div className={styles.reel}>
          <Skeleton height="206px" />
        </div>
        <div className={styles.controls}>
          <Skeleton height="64px" />
          <Skeleton height="80px" />
        </div>
      </div>
    </Loading>
  );
}
