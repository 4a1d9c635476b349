import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { AuditEntry, AuditList } from '../acts/AuditEntry.tsx';
import { usePagedLabels } from '../lists/usePagedLabels.ts';
import { historyQuery } from './playerQueries.ts';

/** Events of an account, and acts of operators on it. */
export function PlayerHistory({ id }: { id: string }) {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const history = useInfiniteQuery(historyQuery(id));
  const labels = usePagedLabels();
  return (
    <PagedList
      query={history}
      itemsOf={({ entries }) => entries}
      labels={labels}
      skeleton={<Skeleton height="420px" />}
      empty={<EmptyState icon="card" title={t('history.empty')} text={t('history.emptyText')} />}
    >
      {(entries, end) => (
        <>
          <AuditList>
            {entries.map(({ actor, ...entry }) => (
              <AuditEntry
                key={entry.id}
                entry={entry}
                who={
                  entry.operator ??
                  (actor === 'operator' ? t('operator:audit.shell') : t(`operator:actors.${actor as 'site'}`))
                }
              />
            ))}
          </AuditList>
          {end}
        </>
      )}
    </PagedList>
  );
}
