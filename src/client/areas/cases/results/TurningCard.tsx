import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawnCoupon } from '#/contract/cases.ts';
import { Prize } from '#/client/domain/prizes/Prize.tsx';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { DrawLink } from './DrawLink.tsx';
import styles from './TurningCard.module.css';

interface TurningCardProps {
  /** The prize, or the first of equal ones. */
  prize: DrawnCoupon;
  /** Number of equal prizes on the card. */
  count: number;
  /** Number of them that were swapped for coins. */
  swapped: number;
  isTurned: boolean;
}

/**
 * A prize, or several equal ones, that lies face down until it is turned over; its picture is loaded by then. Of a
 * hundred cards only those that turn are rendered again.
 */
export const TurningCard = memo(function TurningCard({ prize, count, swapped, isTurned }: TurningCardProps) {
  const { t } = useTranslation('cases');
  return (
    <div
      className={styles.card}
      data-turned={isTurned || undefined}
      data-swapped={swapped === count || undefined}
    >
      <div className={styles.face}>
        <Prize
          prize={prize}
          note={
            (count > 1 || swapped > 0) && (
              <>
                {count > 1 && `×${count} `}
                {swapped > 0 && (
                  <>
                    <span className="unseen">{t('coupons.swapped')} </span>+
                    {formatCoins(swapped * prize.premiumCoinsPrice)}
                  </>
                )}
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
