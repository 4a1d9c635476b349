import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { siteReply } from '#/contract/operator/site.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { useFieldTexts } from '../acts/fieldTexts.ts';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { useMay } from '../platform/session.ts';
import styles from './Site.module.css';

type Job = z.output<typeof siteReply>['jobs'][number];

/** Background jobs: last run, next run and failures. */
export function JobList({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useTranslation('operator');
  const { known } = useFieldTexts();
  const nameOf = (name: string) => known(`operatorJobs:jobs.${name}`) ?? name;
  const mayRun = useMay('site.switches');
  const [running, setRunning] = useState<string>();
  const columns: Column<Job>[] = [
    {
      key: 'name',
      label: t('jobs.name'),
      renderCell: ({ name }) => (
        <>
          {nameOf(name)}
          <code className={styles.job}>{name}</code>
        </>
      ),
    },
    {
      key: 'state',
      label: t('fields.state'),
      renderCell: ({ error, startedAt }) =>
        error ? (
          <StateMark tone="bad">{error}</StateMark>
        ) : (
          <StateMark tone={startedAt ? 'good' : 'quiet'}>
            {t(startedAt ? 'jobs.good' : 'jobs.never')}
          </StateMark>
        ),
    },
    {
      key: 'last',
      label: t('jobs.last'),
      renderCell: ({ finishedAt }) => (finishedAt ? <Time at={finishedAt} /> : t('values.none')),
    },
    { key: 'next', label: t('jobs.next'), renderCell: ({ nextAt }) => <Time at={nextAt} /> },
    {
      key: 'acts',
      label: t('staff.acts'),
      kind: 'actions',
      renderCell: ({ name }) =>
        mayRun && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('jobs.runNamed', { name: nameOf(name) })}
            onClick={() => setRunning(name)}
          >
            {t('jobs.run')}
          </Button>
        ),
    },
  ];
  return (
    <section className={styles.jobs}>
      <h2>{t('jobs.title')}</h2>
      <DataTable label={t('jobs.title')} columns={columns} rows={jobs} keyOf={({ name }) => name} />
      {running && (
        <ActDialog
          plan={{ endpoint: operatorCalls.runJob, input: { params: { id: running }, body: {} } }}
          title={t('jobs.runNamed', { name: nameOf(running) })}
          label={t('jobs.run')}
          done={t('jobs.started')}
          onClose={() => setRunning(undefined)}
        />
      )}
    </section>
  );
}
