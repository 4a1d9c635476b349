import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { gradeOf } from '#/contract/operator/people/permissions.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { AuditEntry, AuditList } from '../acts/AuditEntry.tsx';
import { FilterChoice, Filters } from '../lists/Filters.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { usePagedLabels } from '../lists/usePagedLabels.ts';
import { useMay, useOperator } from '../platform/session.ts';
import { auditQuery, staffQuery } from './staffQueries.ts';

/** The audit log of all operators (O6). The address contains the chosen operator. */
export function AuditPage() {
  const { t } = useTranslation('operator');
  const [search, setSearch] = useSearchParams();
  const self = useOperator();
  const seesAll = Boolean(self && gradeOf(self.role, 'audit.see') === 'yes');
  const seesStaff = useMay('staff.manage');
  const staff = useQuery({ ...staffQuery, enabled: seesStaff });
  const person = seesAll ? (search.get('operator') ?? '') : '';
  const log = useInfiniteQuery(auditQuery(person));
  const labels = usePagedLabels();

  return (
    <>
      <PageHead title={t('audit.title')} lead={t(seesAll ? 'audit.lead' : 'audit.ownLead')} />
      {staff.data && (
        <Filters label={t('filters.label')} count={person === '' ? 0 : 1} onClear={() => setSearch({})}>
          <FilterChoice
            label={t('audit.person')}
            anyLabel={t('audit.everybody')}
            options={staff.data.staff.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={person}
            onValueChange={(next) => setSearch(next === '' ? {} : { operator: next }, { replace: true })}
          />
        </Filters>
      )}
      <PagedList
        query={log}
        itemsOf={({ entries }) => entries}
        labels={labels}
        skeleton={<Skeleton height="420px" />}
        empty={<EmptyState icon="card" title={t('audit.empty')} text={t('audit.emptyText')} />}
      >
        {(entries, end) => (
          <>
            <AuditList>
              {entries.map((entry) => (
                <AuditEntry key={entry.id} entry={entry} who={entry.operator ?? t('audit.shell')} />
              ))}
            </AuditList>
            {end}
          </>
        )}
      </PagedList>
    </>
  );
}
