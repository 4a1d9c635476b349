import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type PlayerRow, playersQuery } from '#/contract/operator/players.ts';
import { formatCoins, formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import type { Column } from '../lists/DataTable.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { ListView } from '../lists/ListView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { useListFilters } from '../lists/useListFilters.ts';
import { PlayerFilters } from './PlayerFilters.tsx';
import { playersPageQuery } from './playerQueries.ts';
import cells from '../parts/cells.module.css';
import styles from './Players.module.css';

/** Lamp tones for the states of an account. */
export const ACCOUNT_TONES = { active: 'good', blocked: 'bad', closed: 'quiet' } as const;

/** All players, the newest first. The address contains filters and position. */
export function PlayersPage() {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const { filters, show, clear } = useListFilters(playersQuery);
  const players = useQuery(playersPageQuery(filters));

  const columns: Column<PlayerRow>[] = [
    {
      key: 'login',
      label: t('players.login'),
      renderCell: ({ id, login, server, state }) => (
        <Link to={`/players/${id}`} className={styles.login}>
          {state === 'closed' ? t('player.closed') : login}
          <wbr />
          <span className={cells.quiet}>@{server}</span>
        </Link>
      ),
    },
    {
      key: 'state',
      label: t('operator:fields.state'),
      renderCell: ({ state, isVerified, isMediaPartner }) => (
        <span className={cells.marks}>
          <StateMark tone={ACCOUNT_TONES[state]}>{t(`operator:accountStates.${state}`)}</StateMark>
          {state === 'active' && !isVerified && <StateMark tone="waits">{t('players.unverified')}</StateMark>}
          {isMediaPartner && <StateMark tone="quiet">{t('players.partner')}</StateMark>}
        </span>
      ),
    },
    {
      key: 'coins',
      label: t('players.balance'),
      kind: 'number',
      renderCell: ({ coins, owed }) => (
        <>
          {formatCoins(coins)}
          {owed > 0 && <span className={styles.owed}>{t('players.owes', { sum: formatCoins(owed) })}</span>}
        </>
      ),
    },
    {
      key: 'paid',
      label: t('players.paid'),
      kind: 'number',
      renderCell: ({ paidCents }) => formatEuro(paidCents),
    },
    {
      key: 'createdAt',
      label: t('players.since'),
      renderCell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];

  return (
    <>
      <PageHead title={t('players.title')} />
      <PlayerFilters filters={filters} onChange={(name, value) => show({ [name]: value })} onClear={clear} />
      <ListView
        label={t('players.title')}
        query={players}
        rowsOf={({ players: rows }) => rows}
        columns={columns}
        filters={filters}
        onShow={show}
        // the server orders those whose login begins so by login
        isByTime={filters.login === undefined}
        empty={{ icon: 'users', title: t('players.empty'), text: t('players.emptyText') }}
      />
    </>
  );
}
