import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReferralStatus } from '#/contract/referral.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { referralRoad } from './referralRoad.ts';
import styles from './ReferralStatuses.module.css';

interface ReferralStatusesProps {
  statuses: readonly ReferralStatus[];
  lastStatus: ReferralStatus | null;
  /** Active referrals. */
  active: number;
}

/** The ranks as medals, each with its threshold and its share; the present one is lit (C7). */
export function ReferralStatuses({ statuses, lastStatus, active }: ReferralStatusesProps) {
  const { t } = useTranslation('cabinet');
  const titleId = useId();
  const { currentAt } = referralRoad(statuses, lastStatus, active);
  return (
    <section aria-labelledby={titleId}>
      <SectionHeading title={t('referral.statuses')} id={titleId} />
      <ol className={styles.statuses}>
        {statuses.map(({ name, imageName, cashBackPercent, referralsAmountFrom }, at) => {
          const state = at === currentAt ? 'current' : at < currentAt ? 'passed' : 'ahead';
          return (
            <li
              key={referralsAmountFrom}
              className={`cut ${styles.status}`}
              data-state={state}
              aria-current={state === 'current' || undefined}
            >
              <span className={styles.medal}>
                <Picture files={shopImage(imageName)} loading="lazy" decoding="async" />
              </span>
              <h3>{name}</h3>
              <p>{t('referral.from', { count: referralsAmountFrom })}</p>
              <b>{t('referral.percent', { percent: cashBackPercent })}</b>
              {state !== 'ahead' && (
                <span className={styles.mark}>
                  <Icon name="check" />
                  <span className="unseen">
                    {state === 'current' ? t('referral.current') : t('referral.passed')}
                  </span>
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
