import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffLimit } from '#/contract/operator/people/limits.ts';
import type { StaffMember } from '#/contract/operator/people/people.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { LimitDialog } from './LimitDialog.tsx';
import styles from './People.module.css';
import { limitsQuery } from './staffQueries.ts';

/** The limit of each operator before a second person must approve (O5). An owner can change it. */
export function LimitList({ staff }: { staff: readonly StaffMember[] }) {
  const { t } = useTranslation(['operatorPeople', 'operator']);
  const limits = useQuery(limitsQuery);
  const [changing, setChanging] = useState<StaffLimit>();
  const memberOf = ({ operatorId }: StaffLimit) => staff.find(({ id }) => id === operatorId);
  const most = (limit: StaffLimit, amount: number | null): string => {
    if (amount === null) return t('limits.none');
    if (limit.unit === 'cents') return formatEuro(amount);
    return limit.unit === 'coins' ? formatCoins(amount) : formatNumber(amount);
  };

  const columns: Column<StaffLimit>[] = [
    {
      key: 'name',
      label: t('operator:fields.name'),
      renderCell: (limit) => memberOf(limit)?.name ?? limit.operatorId,
    },
    {
      key: 'permission',
      label: t('roles.permission'),
      renderCell: ({ permission }) => t(`permissions.${permission.replace('.', '_') as 'see_sums'}`),
    },
    {
      key: 'perAct',
      label: t('operator:fields.perAct'),
      kind: 'number',
      renderCell: (limit) => most(limit, limit.perAct),
    },
    {
      key: 'perDay',
      label: t('operator:fields.perDay'),
      kind: 'number',
      renderCell: (limit) => most(limit, limit.perDay),
    },
    {
      key: 'doneToday',
      label: t('limits.doneToday'),
      kind: 'number',
      renderCell: (limit) => most(limit, limit.doneToday),
    },
    {
      key: 'acts',
      label: t('operator:staff.acts'),
      kind: 'actions',
      renderCell: (limit) => (
        <Button variant="secondary" size="small" onClick={() => setChanging(limit)}>
          {t('operator:staff.change')}
        </Button>
      ),
    },
  ];

  return (
    <section className={styles.section}>
      <h2>{t('limits.title')}</h2>
      <p className={styles.legend}>{t('limits.lead')}</p>
      <QueryView query={limits} height="120px">
        {({ limits: all }) => {
          // those of the demonstration have limits that nobody can change
          const rows = all.filter(memberOf);
          return rows.length === 0 ? (
            <p className={styles.legend}>{t('limits.empty')}</p>
          ) : (
            <DataTable
              label={t('limits.title')}
              columns={columns}
              rows={rows}
              keyOf={({ operatorId, permission }) => `${operatorId} ${permission}`}
            />
          );
        }}
      </QueryView>
      {changing && (
        <LimitDialog limit={changing} member={memberOf(changing)} onClose={() => setChanging(undefined)} />
      )}
    </section>
  );
}
