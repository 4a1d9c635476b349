import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import { useSearchChoice } from '#/client/platform/navigation/useSearchChoice.ts';
import { InvitedPlayers } from './InvitedPlayers.tsx';
import { referralQuery } from '#/client/domain/queries/cabinetQueries.ts';
import styles from './Referral.module.css';
import { ReferralEarnings } from './ReferralEarnings.tsx';
import { ReferralHead } from './ReferralHead.tsx';
import { ReferralMilestones } from './ReferralMilestones.tsx';
import { ReferralStatuses } from './ReferralStatuses.tsx';

const TABS = ['players', 'donat'] as const;

/** The referral programme: the player's code, the invited players and the earnings (C7). */
export function Referral() {
  const { t } = useTranslation('cabinet');
  const [tab, setTab] = useSearchChoice('section', TABS);
  const { data: player, isPending: isPlayerPending } = useQuery(playerQuery);
  const { data, error, isPending, isFetching, refetch } = useQuery(referralQuery);
  // without the player's code the head is lower, and what is below would move when it comes
  if (isPending || isPlayerPending)
    return (
      <Loading className={styles.page} label={t('referral.loading')}>
        <Skeleton height="300px" />
        <Skeleton height="420px" />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        title={t('referral.failed')}
        text={errorTextOf(error)}
        retryLabel={t('profile.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const { systemAccountStatistic: statistic, statuses, milestones, lastStatus } = data;
  return (
    <div className={styles.page}>
      <ReferralHead data={data} code={player?.user.userPromoCode} />
      <Tabs
        size="small"
        label={t('referral.tabsLabel')}
        value={tab}
        onValueChange={(next) => next !== 'paid' && setTab(next)}
        tabs={[
          { value: 'players', label: t('referral.tabs.players'), icon: 'users' },
          { value: 'donat', label: t('referral.tabs.donat'), icon: 'coins' },
          {
            value: 'paid',
            label: t('referral.tabs.paid'),
            icon: 'card',
            disabled: true,
            tag: t('referral.soon'),
          },
        ]}
      >
        {tab === 'donat' ? (
          <ReferralEarnings statistic={statistic} />
        ) : (
          <div className={styles.sections}>
            <ReferralStatuses statuses={statuses} lastStatus={lastStatus} active={statistic.activeReferral} />
            <ReferralMilestones milestones={milestones} active={statistic.activeReferral} />
            <InvitedPlayers code={player?.user.userPromoCode} />
          </div>
        )}
      </Tabs>
    </div>
  );
}
