import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FairDay } from '#/contract/fairness.ts';
import type { FairnessReply } from '#/contract/operator/site.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { BookName } from '../parts/BookName.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import { OddsTables } from './OddsTables.tsx';
import styles from './Fairness.module.css';

const fairnessQuery = queryOptions({
  queryKey: ['fairness'],
  queryFn: ({ signal }) => callOperator(operatorCalls.fairness, {}, { signal }),
  staleTime: 0,
});

/** The evidence that draws are fair: closed days, observed odds and books. The page is read-only. */
export function FairnessPage() {
  const { t } = useTranslation('operatorFairness');
  const fairness = useQuery(fairnessQuery);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <a className={styles.link} href="/fairness" target="_blank" rel="noreferrer">
          {t('public')}
        </a>
      </PageHead>
      <QueryView query={fairness} height="480px">
        {({ tables, days, checks }) => (
          <div className={styles.page}>
            <section className={styles.section}>
              <h2>{t('odds.title')}</h2>
              {tables.length === 0 ? (
                <p className={styles.quiet}>{t('odds.none')}</p>
              ) : (
                <OddsTables tables={tables} />
              )}
            </section>
            <section className={styles.section}>
              <h2>{t('checks.title')}</h2>
              <Checks checks={checks} />
            </section>
            <section className={styles.section}>
              <h2>{t('days.title')}</h2>
              {days.length === 0 ? <p className={styles.quiet}>{t('days.none')}</p> : <Days days={days} />}
            </section>
          </div>
        )}
      </QueryView>
    </>
  );
}

/** The books of the draws, with the time of the last complete check. */
function Checks({ checks }: Pick<FairnessReply, 'checks'>) {
  const { t } = useTranslation('operatorFairness');
  const columns: Column<FairnessReply['checks'][number]>[] = [
    { key: 'name', label: t('checks.name'), renderCell: ({ name }) => <BookName name={name} /> },
    {
      key: 'state',
      label: t('checks.state'),
      renderCell: ({ broken }) => (
        <StateMark tone={broken > 0 ? 'bad' : 'good'}>
          {broken > 0 ? t('checks.broken', { rows: formatNumber(broken) }) : t('checks.good')}
        </StateMark>
      ),
    },
    {
      key: 'at',
      label: t('checks.at'),
      renderCell: ({ wholeAt }) => (wholeAt ? <Time at={wholeAt} /> : t('checks.never')),
    },
  ];
  if (checks.length === 0) return <p className={styles.quiet}>{t('checks.none')}</p>;
  return <DataTable label={t('checks.title')} columns={columns} rows={checks} keyOf={({ name }) => name} />;
}

/** The closed days with their roots. */
function Days({ days }: Pick<FairnessReply, 'days'>) {
  const { t } = useTranslation('operatorFairness');
  const columns: Column<FairDay>[] = [
    { key: 'day', label: t('days.day'), renderCell: ({ day }) => formatDay(day) },
    {
      key: 'draws',
      label: t('odds.draws'),
      kind: 'number',
      renderCell: ({ draws }) => formatNumber(draws),
    },
    {
      key: 'root',
      label: t('days.root'),
      renderCell: ({ root }) => <code className={styles.root}>{root}</code>,
    },
  ];
  return <DataTable label={t('days.title')} columns={columns} rows={days} keyOf={({ day }) => day} />;
}
