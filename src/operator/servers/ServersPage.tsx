import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { SERVER_MARKS, type ServerLane } from '#/contract/operator/servers.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { FilterChoice, Filters } from '../lists/Filters.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { AdapterFiles } from './AdapterFiles.tsx';
import { isMarked, serversQuery } from './serverQueries.ts';
import cells from '../parts/cells.module.css';
import styles from './Servers.module.css';
import { useServerWords } from './useServerWords.tsx';

/** A lane for each game server: its connection, its waiting deliveries and its alarms. */
export function ServersPage() {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const [search, setSearch] = useSearchParams();
  const servers = useQuery(serversQuery);
  const columns = useLanes();
  const mark = SERVER_MARKS.find((one) => one === search.get('mark'));
  return (
    <>
      <PageHead title={t('servers.title')} />
      <Filters label={t('servers.mark')} count={mark ? 1 : 0} onClear={() => setSearch({})}>
        <FilterChoice
          label={t('servers.mark')}
          options={SERVER_MARKS.map((value) => ({ value, label: t(`servers.marks.${value}`) }))}
          value={mark ?? ''}
          onValueChange={(value) => setSearch(value ? { mark: value } : {})}
        />
      </Filters>
      <QueryView query={servers} height="320px">
        {(data) => {
          const rows = data.servers.filter((server) => !mark || isMarked(server, mark));
          return rows.length === 0 ? (
            <EmptyState
              icon="server"
              title={t('servers.empty')}
              text={t('servers.emptyText')}
              action={
                mark && (
                  <Button variant="secondary" onClick={() => setSearch({})}>
                    {t('servers.showAll')}
                  </Button>
                )
              }
            />
          ) : (
            <DataTable label={t('servers.title')} columns={columns} rows={rows} keyOf={({ key }) => key} />
          );
        }}
      </QueryView>
      <AdapterFiles />
    </>
  );
}

function useLanes(): Column<ServerLane>[] {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const { nameOf, connectionOf, countOf } = useServerWords();
  const number = (key: 'waiting' | 'ready' | 'leased', mark?: string): Column<ServerLane> => ({
    key,
    label: t(`servers.${key}`),
    kind: 'number',
    renderCell: (lane) =>
      lane[key] > 0 ? (
        <Link
          className={styles.count}
          to={`/deliveries?server=${lane.key}&${mark ? `mark=${mark}` : `state=${key}`}`}
        >
          {countOf(lane[key], lane)}
        </Link>
      ) : (
        <span className={cells.quiet}>0</span>
      ),
  });
  return [
    {
      key: 'name',
      label: t('servers.one'),
      renderCell: (lane) => (
        <>
          <Link to={`/servers/${lane.key}`} className={styles.name}>
            {nameOf(lane)}
          </Link>
          <span className={cells.below}>{lane.key}</span>
        </>
      ),
    },
    {
      key: 'connection',
      label: t('servers.connection'),
      renderCell: (lane) => (
        <>
          {connectionOf(lane)}
          {lane.instance && (
            <span className={cells.below}>
              {lane.instance.adapter} · {lane.instance.host}
            </span>
          )}
        </>
      ),
    },
    number('waiting'),
    number('ready', 'ready'),
    number('leased'),
    {
      key: 'trouble',
      label: t('servers.trouble'),
      kind: 'number',
      renderCell: (lane) =>
        lane.trouble > 0 ? (
          <Link className={styles.bad} to={`/deliveries?server=${lane.key}&mark=trouble`}>
            {countOf(lane.trouble, lane)}
          </Link>
        ) : (
          <span className={cells.quiet}>0</span>
        ),
    },
    {
      key: 'oldest',
      label: t('servers.oldest'),
      renderCell: ({ oldestReadyAt }) =>
        oldestReadyAt ? <Time at={oldestReadyAt} /> : t('operator:values.none'),
    },
    {
      key: 'alarms',
      label: t('servers.alarms'),
      renderCell: ({ alarms, keyEndsAt }) =>
        alarms.length === 0 && !keyEndsAt ? (
          t('operator:values.none')
        ) : (
          <span className={cells.marks}>
            {alarms.map(({ alarm }) => (
              <StateMark key={alarm} tone="bad">
                {t(`servers.alarm.${alarm}`)}
              </StateMark>
            ))}
            {keyEndsAt && <StateMark tone="waits">{t('servers.marks.keys')}</StateMark>}
          </span>
        ),
    },
  ];
}
