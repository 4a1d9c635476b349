import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Milestone } from '#/contract/referral.ts';
import { dateText } from '../dateText.ts';
import { formatNumber } from '../formatNumber.ts';
import { shopImage } from '../images.ts';
import { Icon } from '../ui/Icon.tsx';
import { Picture } from '../ui/Picture.tsx';
import { Progress } from '../ui/Progress.tsx';
import { SectionHeading } from '../ui/SectionHeading.tsx';
import styles from './ReferralMilestones.module.css';

interface ReferralMilestonesProps {
  milestones: readonly Milestone[];
  /** Active referrals: a milestone is reached with as many as it requires. */
  active: number;
}

/** What is given for how many active referrals, and how far that is (C7). */
export function ReferralMilestones({ milestones, active }: ReferralMilestonesProps) {
  const { t } = useTranslation('cabinet');
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <SectionHeading title={t('referral.milestones')} id={titleId} />
      <ol className={styles.milestones}>
        {milestones.map(({ id, requiredReferralsAmount: required, imageName, couponName, rewardedAt }) => {
          const isReached = rewardedAt !== null || active >= required;
          return (
            <li key={id} className={`cut ${styles.milestone}`} data-reached={isReached || undefined}>
              <span className={styles.picture}>
                <Picture files={shopImage(imageName)} loading="lazy" decoding="async" />
              </span>
              <div>
                <h3>{couponName}</h3>
                <p className={styles.state}>
                  {isReached && <Icon name="checkCircle" />}
                  {rewardedAt
                    ? t('referral.rewarded', { date: dateText(rewardedAt) })
                    : isReached
                      ? t('referral.reached')
                      : t('referral.stillMissing', { count: required - active })}
                </p>
              </div>
              <Progress
                label={t('referral.requires', { count: required })}
                value={isReached ? required : active}
                max={required}
                reading={`${formatNumber(isReached ? required : active)} / ${formatNumber(required)}`}
                tone={isReached ? 'signal' : 'sodium'}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
