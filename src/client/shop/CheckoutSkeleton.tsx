import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './CheckoutPage.module.css';

/** The room of the ways to pay and of the receipt while the cart is loading. */
export function CheckoutSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.columns} aria-busy="true">
      <output className="unseen">{label}</output>
      <div className={styles.choices}>
        <Skeleton height="460px" />
        <Skeleton height="180px" />
      </div>
      <Skeleton height="560px" />
    </div>
  );
}
