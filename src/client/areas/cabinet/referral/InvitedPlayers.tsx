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
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Invitation } from './Invitation.tsx';
import styles from './InvitedPlayers.module.css';
import { invitedPlayersQuery } from '#/client/domain/queries/cabinetQueries.ts';

/** The invited players, masked, each with the reason why they count or not (C7). */
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
  return (
    <PagedList
      query={query}
      itemsOf={(page) => page.players}
      labels={{
        loading: t('referral.invitedLoading'),
        retry: t('profile.retry'),
        failed: t('referral.invitedFailed'),
        failedText: errorTextOf(query.error),
        more: t('list.more'),
        moreFailed: t('list.failed'),
        complete: t('list.noMore'),
      }}
      skeleton={<Skeleton height="240px" />}
      empty={
        <EmptyState
          icon="users"
          title={t('referral.emptyTitle')}
          text={t('referral.emptyText')}
          picture={shopImage('items/phone')}
          action={code && <Invitation code={code} />}
        />
      }
    >
      {(players, end) => (
        <>
          <ul className={styles.players}>
            {players.map((player) => (
              <PlayerRow key={player.id} player={player} />
            ))}
          </ul>
          {end && <div className={styles.end}>{end}</div>}
        </>
      )}
    </PagedList>
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
