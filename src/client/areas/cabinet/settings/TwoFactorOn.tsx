import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { TWO_FA_CODE_LENGTH } from '#/contract/kernel/limits.ts';
import { call } from '#/client/platform/api/api.ts';
import { Badge } from '#/client/ui/display/Badge.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { CodeForm } from './CodeForm.tsx';
import { readStateAfter } from './refreshAccess.ts';
import styles from './Settings.module.css';

type Aim = 'off' | 'newCodes';

interface TwoFactorOnProps {
  onOff: () => void;
  onNewCodes: (recoveryCodes: string[]) => void;
}

/** Controls of active two-factor authentication: turn it off or create new recovery codes, both with a code (C8). */
export function TwoFactorOn({ onOff, onNewCodes }: TwoFactorOnProps) {
  const { t } = useTranslation(['cabinet', 'common']);
  const client = useQueryClient();
  const [aim, setAim] = useState<Aim>('off');
  const [isDone, setIsDone] = useState(false);

  async function send(code: string, password: string | undefined) {
    const body = { verification_code: code, ...(password && { password }) };
    try {
      if (aim === 'newCodes') {
        onNewCodes((await call(cabinetCalls.newRecoveryCodes, { body })).recoveryCodes);
        return;
      }
      await call(cabinetCalls.twoFaDestroy, { body });
    } catch (error) {
      readStateAfter(error, client);
      throw error;
    }
    setIsDone(true);
    notify({
      type: 'success',
      title: t('common:toast.success'),
      description: t('settings.twoFactor.turnedOff'),
    });
    onOff();
  }

  return (
    <Panel className={styles.panel}>
      <header className={styles.head}>
        <Badge tone="signal">{t('settings.twoFactor.on')}</Badge>
        <h2>{t('settings.twoFactor.onTitle')}</h2>
        <p>{t('settings.twoFactor.onText')}</p>
      </header>
      <CodeForm
        label={t('settings.twoFactor.code')}
        hint={t('settings.twoFactor.onHint')}
        takesRecoveryCode
        isDone={isDone}
        onSend={send}
      >
        {({ code, isPending }) => (
          <div className={styles.actions}>
            <Button
              type="submit"
              variant="danger"
              disabled={code.length < TWO_FA_CODE_LENGTH}
              busy={isPending && aim === 'off'}
              onClick={() => setAim('off')}
            >
              {t('settings.twoFactor.deactivate')}
            </Button>
            <Button
              type="submit"
              variant="secondary"
              disabled={code.length < TWO_FA_CODE_LENGTH}
              busy={isPending && aim === 'newCodes'}
              onClick={() => setAim('newCodes')}
            >
              {t('settings.twoFactor.newCodes')}
            </Button>
          </div>
        )}
      </CodeForm>
    </Panel>
  );
}
