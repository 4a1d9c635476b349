import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ServerStatistic } from '#/contract/landing.ts';
import { formatNumber } from '../formatNumber.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Plate } from '../ui/Plate.tsx';
import { Progress } from '../ui/Progress.tsx';
import { RoadLine } from '../ui/RoadLine.tsx';
import { SectionHeading } from '../ui/SectionHeading.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { serversStatisticQuery } from './queries.ts';
import styles from './Servers.module.css';

/** Every server on its plate with the players it has now (L7). */
export function Servers() {
  const { t } = useTranslation('landing');
  return (
    <section id="servers" className={styles.section}>
      <div className="wrap">
        <SectionHeading title={t('servers.title')}>{t('servers.lead')}</SectionHeading>
        <ServerCards />
      </div>
    </section>
  );
}

function ServerCards() {
  const { t } = useTranslation('landing');
  const { data: servers, isError, isFetching, refetch } = useQuery(serversStatisticQuery);
  if (isError)
    return (
      <ErrorState
        title={t('servers.failedTitle')}
        text={t('servers.failedText')}
        retryLabel={t('servers.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!servers)
    return (
      <div className={styles.cards} aria-busy="true">
        <output className="unseen">{t('servers.loading')}</output>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height="124px" />
        ))}
      </div>
    );
  const most = Math.max(1, ...servers.map(({ online }) => online));
  return (
    <>
      <ul className={styles.cards}>
        {servers.map((server, index) => (
          <ServerCard key={server.key} server={server} number={index + 1} most={most} />
        ))}
      </ul>
      <RoadLine marking="dashed" />
    </>
  );
}

interface ServerCardProps {
  server: ServerStatistic;
  number: number;
  /** Players of the fullest server, which fills its bar. */
  most: number;
}

function ServerCard({ server: { name, online, isOnline }, number, most }: ServerCardProps) {
  const { t } = useTranslation('landing');
  const busiest = isOnline && online > 0 && online === most;
  return (
    <Panel as="li" padding="snug" tone={busiest ? 'lit' : 'panel'} className={styles.card}>
      <div className={styles.row}>
        <Plate code={String(number).padStart(2, '0')}>{name}</Plate>
        {busiest && <span className={`label ${styles.busiest}`}>{t('servers.busiest')}</span>}
      </div>
      <Progress
        kind="meter"
        size="large"
        label={t(isOnline ? 'servers.online' : 'servers.offline')}
        value={online}
        max={most}
        reading={isOnline ? formatNumber(online) : '—'}
        tone={busiest ? 'sodium' : 'signal'}
      />
    </Panel>
  );
}
