import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drawNo } from '#/contract/fair.ts';
import type { DrawsReply } from '#/contract/operator/players.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { usePagedLabels } from '../lists/usePagedLabels.ts';
import { drawsQuery } from './playerQueries.ts';
import cells from '../parts/cells.module.css';
import styles from './Players.module.css';

type Draw = DrawsReply['draws'][number];
const TONES = { owned: 'waits', converted: 'quiet', claimed: 'waits', delivered: 'good' } as const;

/** A player's prizes, each with a link to verify its draw. */
export function PlayerDraws({ id }: { id: string }) {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const draws = useInfiniteQuery(drawsQuery(id));
  const labels = usePagedLabels();
  const { locale } = pageConfig;

  const columns: Column<Draw>[] = [
    { key: 'at', label: t('operator:orders.time'), renderCell: ({ at }) => <Time at={at} /> },
    {
      key: 'won',
      label: t('draws.won'),
      renderCell: ({ item, color }) => (
        <>
          {item[locale]}
          <span className={cells.below}>{t(`rarities.${color as 'rare'}`)}</span>
        </>
      ),
    },
    { key: 'case', label: t('draws.case'), renderCell: ({ case: box }) => box[locale] },
    {
      key: 'state',
      label: t('operator:fields.state'),
      renderCell: ({ state }) => (
        <StateMark tone={TONES[state as keyof typeof TONES]}>
          {t(`couponStates.${state as 'owned'}`)}
        </StateMark>
      ),
    },
    {
      key: 'swap',
      label: t('draws.swap'),
      kind: 'number',
      renderCell: ({ swapCoins }) =>
        swapCoins === null ? t('operator:values.none') : formatCoins(swapCoins),
    },
    {
      key: 'verify',
      label: t('draws.verify'),
      kind: 'actions',
      renderCell: ({ epoch, nonce }) => (
        <a
          className={styles.link}
          href={`/${locale}/fairness?epoch=${epoch}&nonce=${nonce}`}
          target="_blank"
          rel="noreferrer"
          aria-label={t('draws.verifyNamed', { no: drawNo(nonce) })}
        >
          {t('draws.verify')}
        </a>
      ),
    },
  ];

  return (
    <PagedList
      query={draws}
      itemsOf={({ draws: rows }) => rows}
      labels={labels}
      skeleton={<Skeleton height="420px" />}
      empty={<EmptyState icon="gift" title={t('draws.empty')} text={t('draws.emptyText')} />}
    >
      {(rows, end) => (
        <>
          <DataTable label={t('player.tab.draws')} columns={columns} rows={rows} keyOf={(row) => row.id} />
          {end}
        </>
      )}
    </PagedList>
  );
}
