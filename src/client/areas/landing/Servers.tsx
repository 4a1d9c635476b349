import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { landingDataQuery, useServersStatistic } from '#/client/areas/landing/state/queries.ts';
import { revealRow } from '#/client/areas/landing/state/reveal.ts';
import { ServerTabs } from './ServerTabs.tsx';
import styles from './Servers.module.css';

interface ServersProps {
  /** Key of the chosen server. */
  chosen: string | undefined;
  onChoose: (key: string) => void;
}

/** The servers with their players and their details (L6, L7). */
export function Servers(props: ServersProps) {
  const { t } = useTranslation('landing');
  return (
    <section id="servers" className={styles.section} aria-labelledby="servers-title">
      <div className="wrap" ref={revealRow}>
        <SectionHeading id="servers-title" title={t('servers.title')}>
          {t('servers.lead')}
        </SectionHeading>
        <Board {...props} />
      </div>
    </section>
  );
}

function Board({ chosen, onChoose }: ServersProps) {
  const { t } = useTranslation('landing');
  const { data, isError, isFetching, refetch } = useQuery(landingDataQuery);
  const statistic = useServersStatistic();
  const failed = (retry: () => unknown, busy: boolean) => (
    <ErrorState
      title={t('servers.failedTitle')}
      text={t('servers.failedText')}
      retryLabel={t('servers.retry')}
      busy={busy}
      onRetry={() => void retry()}
    />
  );
  if (isError) return failed(() => Promise.all([refetch(), statistic.refetch()]), isFetching);
  if (!data)
    return (
      <Loading className={styles.waiting} label={t('servers.loading')}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height="118px" />
        ))}
        <Skeleton height="100%" />
        <Skeleton height="100%" />
      </Loading>
    );
  const server = data.servers.find(({ key }) => key === chosen) ?? data.servers[0];
  if (!server) return null;
  return (
    <div className={styles.board}>
      {statistic.isError && failed(statistic.refetch, statistic.isFetching)}
      <ServerTabs
        servers={data.servers}
        counts={statistic.data?.servers}
        isUnknown={statistic.isError}
        chosen={server.key}
        onChoose={onChoose}
      />
    </div>
  );
}
