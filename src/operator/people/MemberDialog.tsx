import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { StaffMember } from '#/contract/operator/people.ts';
import { OPERATOR_ROLES, type OperatorRole } from '#/contract/operator/permissions.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { Dialog, DialogActions, DialogBody, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { ActDialog } from '../parts/ActDialog.tsx';
import type { PlannedAct } from '../platform/useAct.ts';
import styles from './People.module.css';

interface Planned {
  plan: PlannedAct;
  title: string;
  label: string;
  done: string;
  confirmation?: { label: string; word: string };
}

/** What an owner can do about an operator: another role, off or on, a new link. */
export function MemberDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [role, setRole] = useState<OperatorRole>(member.role);
  const [planned, setPlanned] = useState<Planned>();
  const { name, state, version } = member;
  const params = { id: String(member.id) };
  const isOff = state === 'disabled';

  const change = (isDisabled: boolean, next: OperatorRole): PlannedAct => ({
    endpoint: operatorCalls.changeStaff,
    input: { params, body: { role: next, isDisabled, version } },
  });
  const reset = () =>
    setPlanned({
      plan: {
        endpoint: operatorCalls.resetStaff,
        input: { params, body: { version, locale: pageConfig.locale } },
      },
      title: t('staff.resetTitle', { name }),
      label: t('staff.reset'),
      done: t('staff.resetDone'),
    });
  const turn = () =>
    setPlanned({
      plan: change(!isOff, member.role),
      title: t(isOff ? 'staff.enableTitle' : 'staff.disableTitle', { name }),
      label: t(isOff ? 'staff.enable' : 'staff.disable'),
      done: t(isOff ? 'staff.enabled' : 'staff.disabled', { name }),
    });
  const giveRole = () =>
    setPlanned({
      plan: change(isOff, role),
      title: t('staff.roleTitle', { name, role: t(`words.role.${role}`) }),
      label: t('staff.giveRole'),
      done: t('staff.roleGiven', { name }),
    });

  if (planned) return <ActDialog {...planned} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} closeLabel={t('act.close')}>
      <DialogBody>
        <div className={styles.form}>
          <DialogTitle>{name}</DialogTitle>
          <p>{member.email}</p>
          <Select
            name="role"
            label={t('fields.role')}
            options={OPERATOR_ROLES.map((value) => ({ value, label: t(`words.role.${value}`) }))}
            value={role}
            hint={t(`staff.roleHint.${role}`)}
            onValueChange={(next) => setRole(next as OperatorRole)}
          />
          <DialogActions>
            <Button disabled={role === member.role} onClick={giveRole}>
              {t('staff.giveRole')}
            </Button>
          </DialogActions>
          <div className={styles.more}>
            <div>
              <p>{t('staff.resetText')}</p>
              <Button variant="secondary" size="small" onClick={reset}>
                {t('staff.reset')}
              </Button>
            </div>
            <div>
              <p>{t(isOff ? 'staff.enableText' : 'staff.disableText')}</p>
              <Button variant={isOff ? 'secondary' : 'danger'} size="small" onClick={turn}>
                {t(isOff ? 'staff.enable' : 'staff.disable')}
              </Button>
            </div>
          </div>
        </div>
      </DialogBody>
    </Dialog>
  );
}
