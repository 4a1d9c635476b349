import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PlayerInvited, PlayerReferral as Referral } from '#/contract/operator/playerReferral.ts';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { REFERRAL_ACTIVE_DAYS, REFERRAL_MIN_PAID_CENTS, REFERRALS_PER_NETWORK } from '#/contract/referral.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { Facts } from '../parts/Facts.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { usePagedLabels } from '../lists/usePagedLabels.ts';
import { formatRate } from '../platform/formatRate.ts';
import { invitedQuery, referralQuery } from './playerQueries.ts';
import cells from '../parts/cells.module.css';
import styles from './Players.module.css';

type Reason = PlayerInvited['players'][number]['reason'];

/** A player's part in the referral programme: who invited them, whom they invited and why each counts or not. */
export function PlayerReferral({ player }: { player: PlayerReply }) {
  const id = String(player.id);
  return (
    <section className={styles.section}>
      <QueryView query={useQuery(referralQuery(id))} height="240px">
        {(referral) => <Results player={player} referral={referral} />}
      </QueryView>
      <Invited id={id} />
    </section>
  );
}

/** A player as a link to their page. */
const Person = ({ id, login, server }: { id: number; login: string; server: string }) => (
  <Link to={`/players/${id}?tab=referral`} className={styles.login}>
    {login}@{server}
  </Link>
);

/** Why an invited player counts or not. */
function ReasonMark({ reason }: { reason: Reason }) {
  const { t } = useTranslation('operatorPlayers');
  return (
    <StateMark tone={reason === 'active' ? 'good' : 'quiet'}>
      {t(`referral.reasons.${reason}`, {
        sum: formatEuro(REFERRAL_MIN_PAID_CENTS),
        days: REFERRAL_ACTIVE_DAYS,
        most: REFERRALS_PER_NETWORK,
      })}
    </StateMark>
  );
}

const coinsIfAny = (coins: number) => coins > 0 && formatCoins(coins);

function Results({ player, referral }: { player: PlayerReply; referral: Referral }) {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const { inviter, total, active, rank, held, rewards, coinsHeld, coinsReleased, coinsReversed } = referral;
  const { locale } = pageConfig;
  const isStopped = player.blocks.some(({ scope, isLive }) => isLive && scope === 'refer');
  const standing = rank
    ? t('referral.rankLine', { rank: rank.names[locale], share: formatRate(rank.cashBackBasisPoints) })
    : t('referral.noRank');
  return (
    <div className={styles.facts}>
      <Facts
        title={t('player.inviter')}
        facts={
          inviter
            ? [
                [t('operator:orders.player'), <Person key="inviter" {...inviter} />],
                [t('referral.since'), <Time key="since" at={inviter.since} />],
                [t('referral.counts'), <ReasonMark key="reason" reason={inviter.reason} />],
              ]
            : []
        }
      >
        {!inviter && <p className={styles.note}>{t('referral.nobody')}</p>}
      </Facts>
      <Facts
        title={t('referral.results')}
        facts={[
          [
            t('referral.active'),
            t('referral.activeOf', { active: formatNumber(active), total: formatNumber(total) }),
          ],
          [t('referral.rank'), standing],
          [t('referral.donations'), formatEuro(referral.donationsCents)],
          [t('referral.released'), formatCoins(coinsReleased)],
          [t('referral.held'), formatCoins(coinsHeld)],
          [t('referral.reversed'), coinsIfAny(coinsReversed)],
        ]}
      >
        {isStopped && <StateMark tone="bad">{t('referral.stopped')}</StateMark>}
      </Facts>
      <Facts title={t('referral.heldTitle')} facts={[]}>
        {held.length === 0 ? (
          <p className={styles.note}>{t('referral.nothingHeld')}</p>
        ) : (
          <ul className={styles.sessions}>
            {held.map(({ order, player: payer, coins, basisPoints, releaseAt }) => (
              <li key={order}>
                <span>
                  <Person {...payer} />
                  <span className={cells.below}>
                    {t('referral.until')} <Time at={releaseAt} />
                    {' · '}
                    <Link to={`/orders/${order}`}>{t('referral.order')}</Link>
                  </span>
                </span>
                <span className={cells.whole}>
                  {formatCoins(coins)}
                  <span className={cells.below}>{formatRate(basisPoints)}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Facts>
      {rewards.length > 0 && (
        <Facts title={t('referral.rewards')} facts={[]}>
          <ul className={styles.sessions}>
            {rewards.map(({ id, names, requiredReferrals, state, at }) => (
              <li key={id}>
                <span>
                  {names[locale]}
                  <span className={cells.below}>{t('referral.required', { count: requiredReferrals })}</span>
                </span>
                <span>
                  <StateMark tone={REWARD_TONES[state]}>{t(`referral.rewardStates.${state}`)}</StateMark>
                  {at && (
                    <span className={cells.below}>
                      <Time at={at} />
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Facts>
      )}
    </div>
  );
}

const REWARD_TONES = { waiting: 'waits', given: 'good', reversed: 'bad' } as const;

function Invited({ id }: { id: string }) {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const invited = useInfiniteQuery(invitedQuery(id));
  const labels = usePagedLabels();
  const columns: Column<PlayerInvited['players'][number]>[] = [
    { key: 'player', label: t('operator:orders.player'), renderCell: (row) => <Person {...row} /> },
    { key: 'since', label: t('referral.since'), renderCell: ({ invitedAt }) => <Time at={invitedAt} /> },
    {
      key: 'reason',
      label: t('referral.counts'),
      renderCell: ({ reason }) => <ReasonMark reason={reason} />,
    },
    {
      key: 'paid',
      label: t('player.paid'),
      kind: 'number',
      renderCell: ({ donationsCents }) => formatEuro(donationsCents),
    },
    {
      key: 'cashBack',
      label: t('referral.cashBack'),
      kind: 'number',
      renderCell: ({ cashBackCoins }) => formatCoins(cashBackCoins),
    },
  ];
  return (
    <PagedList
      query={invited}
      itemsOf={({ players }) => players}
      labels={labels}
      skeleton={<Skeleton height="320px" />}
      empty={<EmptyState icon="users" title={t('referral.empty')} text={t('referral.emptyText')} />}
    >
      {(rows, end) => (
        <>
          <DataTable label={t('referral.invited')} columns={columns} rows={rows} keyOf={(row) => row.id} />
          {end}
        </>
      )}
    </PagedList>
  );
}
