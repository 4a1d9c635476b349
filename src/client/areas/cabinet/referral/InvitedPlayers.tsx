import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type InvitedPlayer,
  REFERRAL_ACTIVE_DAYS,
  REFERRAL_MIN_PAID_CENTS,
  REFERRALS_PER_NETWORK,
} from '#/contract/referral.ts';
import { formatCoins, formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { formatDate } from '#/client/platform/i18n/formatDate.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { listEndOf } from '#/client/ui/feedback/listEndOf.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { ListEnd } from '#/client/ui/feedback/ListEnd.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Invitation } from './Invitation.tsx';
import styles from './InvitedPlayers.module.css';
import { invitedPlayersQuery } from '#/client/domain/queries/cabinetQueries.ts';

/** Everybody the player has invited, masked, with the reason why each counts or not (C7). */
export function InvitedPlayers({ code }: { code: string | undefined }) {
  const { t } = useTranslation('cabinet');
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <SectionHeading title={t('referral.invited')} id={titleId} />
      <PlayerList code={code} />
    </section>
  );
}

function PlayerList({ code }: { code: string | undefined }) {
  const { t } = useTranslation('cabinet');
  const query = useInfiniteQuery(invitedPlayersQuery);
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = query;
  if (isPending)
    return (
      <Loading label={t('referral.invitedLoading')}>
        <Skeleton height="240px" />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        title={t('referral.invitedFailed')}
        text={errorTextOf(error)}
        retryLabel={t('profile.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const players = data.pages.flatMap((page) => page.players);
  if (players.length === 0)
    return (
      <EmptyState
        icon="users"
        title={t('referral.emptyTitle')}
        text={t('referral.emptyText')}
        picture={shopImage('items/phone')}
        action={code && <Invitation code={code} />}
      />
    );
  return (
    <>
      <ul className={styles.players}>
        {players.map((player) => (
          <PlayerRow key={player.id} player={player} />
        ))}
      </ul>
      {(data.pages.length > 1 || hasNextPage) && (
        <div className={styles.end}>
          <ListEnd
            state={listEndOf(query)}
            onMore={() => void fetchNextPage()}
            moreLabel={t('list.more')}
            loadingLabel={t('referral.invitedLoading')}
            completeLabel={t('list.noMore')}
            failedLabel={t('list.failed')}
            retryLabel={t('profile.retry')}
          />
        </div>
      )}
    </>
  );
}

function PlayerRow({ player }: { player: InvitedPlayer }) {
  const { t } = useTranslation('cabinet');
  const { login, invitedAt, reason, donationsCents: cents, cashBack } = player;
  return (
    <li className={styles.player} data-counts={reason === 'active' || undefined}>
      <div className={styles.who}>
        <b>{login}</b>
        <time dateTime={invitedAt}>{t('referral.since', { date: formatDate(invitedAt) })}</time>
      </div>
      <p className={styles.reason}>
        <Icon name={reason === 'active' ? 'checkCircle' : 'info'} />
        {t(`referral.reasons.${reason}`, {
          days: REFERRAL_ACTIVE_DAYS,
          sum: formatEuro(REFERRAL_MIN_PAID_CENTS),
          most: REFERRALS_PER_NETWORK,
        })}
      </p>
      <dl className={styles.sums}>
        <div>
          <dt className="label">{t('referral.donations')}</dt>
          <dd>{formatEuro(cents)}</dd>
        </div>
        <div>
          <dt className="label">{t('referral.cashBackShort')}</dt>
          <dd>{formatCoins(cashBack)}</dd>
        </div>
      </dl>
    </li>
  );
}
