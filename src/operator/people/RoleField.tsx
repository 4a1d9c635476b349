import { useTranslation } from 'react-i18next';
import { OPERATOR_ROLES, type OperatorRole } from '#/contract/operator/people/permissions.ts';
import { Select } from '#/client/ui/inputs/Select.tsx';

interface RoleFieldProps {
  value: OperatorRole;
  onValueChange: (role: OperatorRole) => void;
}

/** Selects a role, and shows its permissions. */
export function RoleField({ value, onValueChange }: RoleFieldProps) {
  const { t } = useTranslation(['operatorPeople', 'operator']);
  return (
    <Select
      name="role"
      label={t('operator:fields.role')}
      options={OPERATOR_ROLES.map((role) => ({ value: role, label: t(`operator:words.role.${role}`) }))}
      value={value}
      hint={t(`operator:staff.roleHint.${value}`)}
      onValueChange={(next) => onValueChange(next as OperatorRole)}
    />
  );
}
