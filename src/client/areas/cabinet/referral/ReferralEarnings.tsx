import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type AccountStatistic, CASH_BACK_HOLD_DAYS } from '#/contract/referral.ts';
import { formatCoins, formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { formatDate } from '#/client/platform/i18n/formatDate.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { InfoTip } from '#/client/ui/feedback/InfoTip.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import styles from './ReferralEarnings.module.css';

interface ReferralEarningsProps {
  statistic: AccountStatistic['systemAccountStatistic'];
}

/** The payments of invited players, and what the player earned from them: coins, coins on hold, rewards (C7). */
export function ReferralEarnings({ statistic }: ReferralEarningsProps) {
  const { t } = useTranslation('cabinet');
  const titleId = useId();
  const {
    referralsDonationsSum: cents,
    referralsDonationCashBackSum,
    earnedFromReferralsSum,
    heldFromReferralsSum,
    userRewards,
    rewardsAmount,
  } = statistic;
  return (
    <div className={styles.earnings}>
      <dl className={styles.sums}>
        <Sum name={t('referral.donationsSum')} value={formatEuro(cents)} />
        <Sum name={t('referral.cashBackSum')} value={formatCoins(referralsDonationCashBackSum)} />
        <Sum name={t('referral.earned')} value={formatCoins(earnedFromReferralsSum)} tone="lit" />
        <Sum
          name={t('referral.held')}
          value={formatCoins(heldFromReferralsSum)}
          about={t('referral.heldExplained', { days: CASH_BACK_HOLD_DAYS })}
        />
      </dl>
      <section aria-labelledby={titleId}>
        <SectionHeading title={t('referral.awards')} id={titleId}>
          {t('referral.awardCount', { count: rewardsAmount })}
        </SectionHeading>
        {userRewards.length === 0 ? (
          <EmptyState icon="gift" title={t('referral.noAwards')} text={t('referral.noAwardsText')} />
        ) : (
          <ul className={styles.awards}>
            {userRewards.map(({ name, imageName, receivedAt }) => (
              <li key={name + receivedAt} className={`cut ${styles.award}`}>
                <span className={styles.picture}>
                  <Picture files={shopImage(imageName)} loading="lazy" decoding="async" />
                </span>
                <div>
                  <h3>{name}</h3>
                  <time dateTime={receivedAt}>{formatDate(receivedAt)}</time>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

interface SumProps {
  name: string;
  value: string;
  about?: string;
  tone?: 'panel' | 'lit';
}

function Sum({ name, value, about, tone = 'panel' }: SumProps) {
  return (
    <Panel as="div" tone={tone} className={styles.sum}>
      <dt className="label">
        {name}
        {about && <InfoTip label={name} text={about} />}
      </dt>
      <dd>{value}</dd>
    </Panel>
  );
}
