import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import styles from './CheckoutPage.module.css';

/** Placeholder of the payment methods and the receipt while the cart loads. */
export function CheckoutSkeleton({ label }: { label: string }) {
  return (
    <Loading className={styles.columns} label={label}>
      <div className={styles.choices}>
        <Skeleton height="460px" />
        <Skeleton height="180px" />
      </div>
      <Skeleton height="560px" />
    </Loading>
  );
}
