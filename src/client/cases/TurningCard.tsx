import type { DrawnCoupon } from '#/contract/cases.ts';
import { Prize } from '../Prize.tsx';
import { DrawLink } from './DrawLink.tsx';
import styles from './TurningCard.module.css';

interface TurningCardProps {
  prize: DrawnCoupon;
  isTurned: boolean;
  /** Without the turn itself. */
  isInstant: boolean;
}

/** A prize that lies face down until it is turned over; its picture is loaded by then. */
export function TurningCard({ prize, isTurned, isInstant }: TurningCardProps) {
  return (
    <div className={styles.card} data-turned={isTurned || undefined} data-instant={isInstant || undefined}>
      <div className={styles.face}>
        <Prize prize={prize}>
          <DrawLink coupon={prize} />
        </Prize>
      </div>
      <div className={styles.back} aria-hidden="true">
        <span>1</span>
      </div>
    </div>
  );
}
