import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { gradeOf } from '#/contract/operator/people/permissions.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { AuditEntry, AuditList } from '../acts/AuditEntry.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { usePagedLabels } from '../parts/usePagedLabels.ts';
import { useMay, useOperator } from '../platform/session.ts';
import { auditQuery, staffQuery } from './staffQueries.ts';
import styles from './People.module.css';

const ALL = 'all';

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
      <PageHead title={t('audit.title')} lead={t(seesAll ? 'audit.lead' : 'audit.ownLead')}>
        {staff.data && (
          <div className={styles.filter}>
            <Select
              name="operator"
              label={t('audit.person')}
              options={[
                { value: ALL, label: t('audit.everybody') },
                ...staff.data.staff.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={person || ALL}
              onValueChange={(next) => setSearch(next === ALL ? {} : { operator: next }, { replace: true })}
            />
          </div>
        )}
      </PageHead>
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
