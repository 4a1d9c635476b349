import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { StaffMember } from '#/contract/operator/people/people.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import { Dialog, DialogActions, DialogBody, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { RoleField } from './RoleField.tsx';
import styles from './People.module.css';

/** Acts of an owner on an operator: change the role, disable or enable, send a new link. */
export function MemberDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [role, setRole] = useState<OperatorRole>(member.role);
  const [chosen, setChosen] = useState<'role' | 'turn' | 'reset'>();
  const { name, state, version } = member;
  const params = { id: String(member.id) };
  const isOff = state === 'disabled';

  // the plan uses the current member: after a refusal the next try has the newest version
  const change = (isDisabled: boolean, next: OperatorRole) => ({
    endpoint: operatorCalls.changeStaff,
    input: { params, body: { role: next, isDisabled, version } },
  });
  if (member.isDemo)
    return (
      <ActDialog
        plan={change(true, member.role)}
        title={t('staff.removeTitle', { name })}
        label={t('staff.remove')}
        done={t('staff.removed', { name })}
        onClose={onClose}
      >
        <p>{t('staff.demoText')}</p>
      </ActDialog>
    );
  if (chosen === 'reset')
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.resetStaff,
          input: { params, body: { version } },
        }}
        title={t('staff.resetTitle', { name })}
        label={t('staff.reset')}
        done={t('staff.resetDone')}
        onClose={onClose}
      />
    );
  if (chosen === 'turn')
    return (
      <ActDialog
        plan={change(!isOff, member.role)}
        title={t(isOff ? 'staff.enableTitle' : 'staff.disableTitle', { name })}
        label={t(isOff ? 'staff.enable' : 'staff.disable')}
        done={t(isOff ? 'staff.enabled' : 'staff.disabled', { name })}
        onClose={onClose}
      />
    );
  if (chosen === 'role')
    return (
      <ActDialog
        plan={change(isOff, role)}
        title={t('staff.roleTitle', { name, role: t(`words.role.${role}`) })}
        label={t('staff.giveRole')}
        done={t('staff.roleGiven', { name })}
        onClose={onClose}
      />
    );
  return (
    <Dialog open onClose={onClose} closeLabel={t('act.close')}>
      <DialogBody>
        <div className={styles.form}>
          <DialogTitle>{name}</DialogTitle>
          <p>{member.email}</p>
          <RoleField value={role} onValueChange={setRole} />
          <DialogActions>
            <Button disabled={role === member.role} onClick={() => setChosen('role')}>
              {t('staff.giveRole')}
            </Button>
          </DialogActions>
          <div className={styles.more}>
            <div>
              <p>{t('staff.resetText')}</p>
              <Button variant="secondary" size="small" onClick={() => setChosen('reset')}>
                {t('staff.reset')}
              </Button>
            </div>
            <div>
              <p>{t(isOff ? 'staff.enableText' : 'staff.disableText')}</p>
              <Button variant={isOff ? 'secondary' : 'danger'} size="small" onClick={() => setChosen('turn')}>
                {t(isOff ? 'staff.enable' : 'staff.disable')}
              </Button>
            </div>
          </div>
        </div>
      </DialogBody>
    </Dialog>
  );
}
