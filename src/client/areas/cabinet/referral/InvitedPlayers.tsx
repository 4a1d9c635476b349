import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type InvitedPlayer, REFERRAL_ACTIVE_DAYS } from '#/contract/referral.ts';
import { dateText } from '../dateText.ts';
import { errorTextOf } from '../errorText.ts';
import { shopImage } from '../images.ts';
import { listEndOf } from '../listEndOf.ts';
import { pageConfig } from '../pageConfig.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { ListEnd } from '../ui/ListEnd.tsx';
import { Loading } from '../ui/Loading.tsx';
import { priceText } from '../ui/priceText.ts';
import { SectionHeading } from '../ui/SectionHeading.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { coinText } from './coinText.ts';
import { Invitation } from './Invitation.tsx';
import styles from './InvitedPlayers.module.css';
import { invitedPlayersQuery } from './queries.ts';

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
  const { locale } = pageConfig;
  return (
    <li className={styles.player} data-counts={reason === 'active' || undefined}>
      <div className={styles.who}>
        <b>{login}</b>
        <time dateTime={invitedAt}>{t('referral.since', { date: dateText(invitedAt) })}</time>
      </div>
      <p className={styles.reason}>
        <Icon name={reason === 'active' ? 'checkCircle' : 'info'} />
        {t(`referral.reasons.${reason}`, { days: REFERRAL_ACTIVE_DAYS })}
      </p>
      <dl className={styles.sums}>
        <div>
          <dt className="label">{t('referral.donations')}</dt>
          <dd>{priceText({ currency: 'EUR', cents }, locale)}</dd>
        </div>
        <div>
          <dt className="label">{t('referral.cashBackShort')}</dt>
          <dd>{coinText(cashBack, locale)}</dd>
        </div>
      </dl>
    </li>
  );
}
