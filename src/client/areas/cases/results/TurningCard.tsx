import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawnCoupon } from '#/contract/cases.ts';
import { Prize } from '#/client/domain/prizes/Prize.tsx';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { DrawLink } from './DrawLink.tsx';
import styles from './TurningCard.module.css';

interface TurningCardProps {
  prize: DrawnCoupon;
  isTurned: boolean;
  /** Whether it turns over without an animation. */
  isInstant: boolean;
  /** Whether the prize was swapped for coins. */
  isSwapped: boolean;
}

/**
 * A prize that lies face down until it is turned over; its picture is loaded by then. Of a hundred cards only those
 * that turn are rendered again.
 */
export const TurningCard = memo(function TurningCard({
  prize,
  isTurned,
  isInstant,
  isSwapped,
}: TurningCardProps) {
  const { t } = useTranslation('cases');
  const price = formatCoins(prize.premiumCoinsPrice);
  return (
    <div
      className={styles.card}
      data-turned={isTurned || undefined}
      data-instant={isInstant || undefined}
      data-swapped={isSwapped || undefined}
    >
      <div className={styles.face}>
        <Prize
          prize={prize}
          note={
            isSwapped && (
              <>
                <span className="unseen">{t('coupons.swapped')} </span>+{price}
              </>
            )
          }
        >
          <DrawLink coupon={prize} />
        </Prize>
      </div>
      <div className={styles.back} aria-hidden="true">
        <span>1</span>
      </div>
    </div>
  );
});
