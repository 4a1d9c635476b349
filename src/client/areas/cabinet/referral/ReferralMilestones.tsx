import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Milestone, REFERRAL_SHARE_BASIS_POINTS, REWARD_HOLD_DAYS } from '#/contract/referral.ts';
import { formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { formatDate } from '#/client/platform/i18n/formatDate.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { InfoTip } from '#/client/ui/feedback/InfoTip.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { Progress } from '#/client/ui/feedback/Progress.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import styles from './ReferralMilestones.module.css';

interface ReferralMilestonesProps {
  milestones: readonly Milestone[];
  /** Number of active referrals. A milestone is reached with its required number. */
  active: number;
}

/** The milestones with their rewards, the progress to each, and the state of each reward (C7). */
export function ReferralMilestones({ milestones, active }: ReferralMilestonesProps) {
  const { t } = useTranslation('cabinet');
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <SectionHeading title={t('referral.milestones')} id={titleId}>
        <InfoTip
          label={t('referral.rewardsAbout')}
          text={t('referral.rewardsExplained', {
            days: REWARD_HOLD_DAYS,
            percent: REFERRAL_SHARE_BASIS_POINTS / 100,
          })}
        />
      </SectionHeading>
      <ol className={styles.milestones}>
        {milestones.map((milestone) => {
          const { id, requiredReferralsAmount: required, imageName, couponName, state } = milestone;
          const isReached = state === 'given' || active >= required;
          const isOnItsWay = isReached && state !== 'uncovered' && state !== 'reversed';
          return (
            <li key={id} className={`cut ${styles.milestone}`} data-reached={isOnItsWay || undefined}>
              <span className={styles.picture}>
                <Picture files={shopImage(imageName)} loading="lazy" decoding="async" />
              </span>
              <div>
                <h3>{couponName}</h3>
                <p className={styles.state}>
                  {state === 'given' && <Icon name="checkCircle" />}
                  <MilestoneState milestone={milestone} active={active} />
                </p>
              </div>
              <Progress
                label={t('referral.requires', { count: required })}
                value={isReached ? required : active}
                max={required}
                reading={`${formatNumber(isReached ? required : active)} / ${formatNumber(required)}`}
                tone={isOnItsWay ? 'signal' : 'sodium'}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/**
 * The state of a milestone in a sentence: missing referrals, missing payments, waiting until a day, paid, or revoked.
 */
function MilestoneState({ milestone, active }: { milestone: Milestone; active: number }) {
  const { t } = useTranslation('cabinet');
  const {
    requiredReferralsAmount: required,
    state,
    rewardedAt,
    releaseAt,
    reversedAt,
    missingCents,
  } = milestone;
  if (rewardedAt) return t('referral.rewarded', { date: formatDate(rewardedAt) });
  if (state === 'reversed' && reversedAt) return t('referral.reversed', { date: formatDate(reversedAt) });
  if (state === 'uncovered') {
    const sum = formatEuro(missingCents);
    return t('referral.uncovered', { sum, days: REWARD_HOLD_DAYS });
  }
  if (active < required) return t('referral.stillMissing', { count: required - active });
  return state === 'waiting' && releaseAt
    ? t('referral.waiting', { date: formatDate(releaseAt) })
    : t('referral.reached');
}
