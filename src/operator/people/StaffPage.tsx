import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffMember } from '#/contract/operator/people/people.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { useOperator } from '../platform/session.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { LimitList } from './LimitList.tsx';
import { MemberDialog } from './MemberDialog.tsx';
import { RoleTable } from './RoleTable.tsx';
import { SecondPerson } from './SecondPerson.tsx';
import { SessionList } from './SessionList.tsx';
import { staffQuery } from './staffQueries.ts';
import styles from './People.module.css';

const TONES = { active: 'good', invited: 'waits', disabled: 'quiet' } as const;

/** The operators of the site with their roles, limits and sessions. */
export function StaffPage() {
  const { t } = useTranslation(['operator', 'common']);
  const staff = useQuery(staffQuery);
  const self = useOperator();
  const [isInviting, setIsInviting] = useState(false);
  const [chosenId, setChosenId] = useState<number>();
  const chosen = staff.data?.staff.find(({ id }) => id === chosenId);

  const columns: Column<StaffMember>[] = [
    {
      key: 'name',
      label: t('fields.name'),
      renderCell: ({ id, name, email }) => (
        <span className={styles.person}>
          <strong>{id === self?.id ? t('staff.you', { name }) : name}</strong>
          <span>{email}</span>
        </span>
      ),
    },
    { key: 'role', label: t('fields.role'), renderCell: ({ role }) => t(`words.role.${role}`) },
    {
      key: 'state',
      label: t('fields.state'),
      renderCell: ({ state, isDemo }) =>
        isDemo ? (
          <StateMark tone="quiet">{t('staff.demo')}</StateMark>
        ) : (
          <StateMark tone={TONES[state]}>{t(`words.state.${state}`)}</StateMark>
        ),
    },
    {
      key: 'locale',
      label: t('staff.language'),
      renderCell: ({ locale }) => t(`common:languages.${locale}`),
    },
    { key: 'sessions', label: t('fields.sessions'), kind: 'number', renderCell: ({ sessions }) => sessions },
    {
      key: 'lastSeenAt',
      label: t('staff.lastSeen'),
      renderCell: ({ lastSeenAt }) => (lastSeenAt ? <Time at={lastSeenAt} /> : t('staff.never')),
    },
    {
      key: 'acts',
      label: t('staff.acts'),
      kind: 'actions',
      renderCell: ({ id, name, isDemo }) => (
        <Button
          variant="secondary"
          size="small"
          aria-label={t(isDemo ? 'staff.removeTitle' : 'staff.changeNamed', { name })}
          onClick={() => setChosenId(id)}
        >
          {t(isDemo ? 'staff.remove' : 'staff.change')}
        </Button>
      ),
    },
  ];

  return (
    <>
      <PageHead title={t('staff.title')} lead={t('staff.lead')}>
        <Button icon="plus" size="small" onClick={() => setIsInviting(true)}>
          {t('staff.invite')}
        </Button>
      </PageHead>
      <QueryView query={staff}>
        {({ staff: rows }) => (
          <DataTable label={t('staff.title')} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </QueryView>
      <SessionList />
      {staff.data && <LimitList staff={staff.data.staff.filter(({ isDemo }) => !isDemo)} />}
      <SecondPerson />
      <RoleTable />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {chosen && <MemberDialog member={chosen} onClose={() => setChosenId(undefined)} />}
    </>
  );
}
