import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorSessionShown } from '#/contract/operator/people/people.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { Time } from '../parts/Time.tsx';
import { sessionsQuery } from './staffQueries.ts';
import styles from './People.module.css';

/** Live sessions of all operators. An owner can end any session. */
export function SessionList() {
  const { t } = useTranslation(['operatorPeople', 'operator']);
  const sessions = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<OperatorSessionShown>();
  const columns: Column<OperatorSessionShown>[] = [
    {
      key: 'operator',
      label: t('operator:fields.name'),
      renderCell: ({ operator, isOwn }) => (isOwn ? t('sessions.own', { name: operator }) : operator),
    },
    {
      key: 'browser',
      label: t('sessions.browser'),
      renderCell: ({ browser }) => browser || t('operator:values.none'),
    },
    {
      key: 'network',
      label: t('operator:fields.network'),
      renderCell: ({ network }) => <code>{network}</code>,
    },
    { key: 'since', label: t('sessions.since'), renderCell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: 'seen',
      label: t('operator:staff.lastSeen'),
      renderCell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
    },
    {
      key: 'acts',
      label: t('operator:staff.acts'),
      kind: 'actions',
      renderCell: (session) =>
        !session.isOwn && (
          <Button variant="secondary" size="small" onClick={() => setEnding(session)}>
            {t('sessions.end')}
          </Button>
        ),
    },
  ];
  return (
    <section className={styles.section}>
      <h2>{t('sessions.title')}</h2>
      <QueryView query={sessions} height="120px">
        {({ sessions: rows }) => (
          <DataTable label={t('sessions.title')} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </QueryView>
      {ending && (
        <ActDialog
          plan={{
            endpoint: operatorCalls.endSession,
            input: { params: { id: String(ending.id) }, body: {} },
          }}
          title={t('sessions.endTitle', { name: ending.operator })}
          label={t('sessions.end')}
          done={t('sessions.ended')}
          onClose={() => setEnding(undefined)}
        />
      )}
    </section>
  );
}
