import { useTranslation } from 'react-i18next';
import {
  type Grade as GradeOf,
  gradeOf,
  needsProof,
  OPERATOR_ROLES,
  type OperatorRole,
  type Permission,
  PERMISSIONS,
} from '#/contract/operator/people/permissions.ts';
import { DataTable } from '../lists/DataTable.tsx';
import styles from './People.module.css';

const ALL = Object.keys(PERMISSIONS) as Permission[];
const MARKS = { yes: '●', limited: '◐', own: '◐', no: '–' } as const;

/** The permissions of each role, from the table by which the server decides (O4). */
export function RoleTable() {
  const { t } = useTranslation(['operatorPeople', 'operator']);
  return (
    <details className={styles.section}>
      <summary>{t('roles.title')}</summary>
      <p className={styles.legend}>{t('roles.legend')}</p>
      <DataTable
        label={t('roles.title')}
        columns={[
          {
            key: 'permission',
            label: t('roles.permission'),
            renderCell: (permission) => t(`permissions.${permission.replace('.', '_') as 'see_sums'}`),
          },
          ...OPERATOR_ROLES.map((role) => ({
            key: role,
            label: t(`operator:words.role.${role}`),
            renderCell: gradeCell(role),
          })),
          {
            key: 'code',
            label: t('roles.code'),
            renderCell: (permission: Permission) => (needsProof(permission) ? t('operator:values.yes') : '–'),
          },
        ]}
        rows={ALL}
        keyOf={(permission) => permission}
      />
    </details>
  );
}

const gradeCell = (role: OperatorRole) =>
  function gradeOfRow(permission: Permission) {
    return <Grade grade={gradeOf(role, permission)} />;
  };

function Grade({ grade }: { grade: GradeOf }) {
  const { t } = useTranslation(['operatorPeople', 'operator']);
  return (
    <span className={styles.grade} data-grade={grade}>
      <span aria-hidden="true">{MARKS[grade]}</span>
      <span className="unseen">{t(`roles.grade.${grade}`)}</span>
    </span>
  );
}
