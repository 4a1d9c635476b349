import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserReply } from '#/contract/session.ts';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { call } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { saveFile } from '#/client/platform/media/saveFile.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { EmailSettings } from './EmailSettings.tsx';
import styles from './Settings.module.css';

/** Settings of the account: e-mail address, data export, deletion. */
export function AccountSettings({ user, couponCount, caseCount, premiumUntil }: UserReply) {
  const { t } = useTranslation(['cabinet', 'common']);
  const [isExporting, setIsExporting] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);

  async function exportData() {
    setIsExporting(true);
    try {
      const data = await call(cabinetCalls.exportData, {});
      saveFile(`one-rp-${user.login}.json`, 'application/json', JSON.stringify(data, null, 2));
    } catch (error) {
      notify({ type: 'error', title: t('common:toast.error'), description: errorTextOf(error) });
    } finally {
      setIsExporting(false);
    }
  }

  return (
    <div className={styles.stack}>
      <EmailSettings user={user} />
      <Panel className={styles.panel}>
        <header className={styles.head}>
          <h2>{t('settings.export.title')}</h2>
          <p>{t('settings.export.text')}</p>
        </header>
        <div className={styles.actions}>
          <Button variant="secondary" busy={isExporting} onClick={() => void exportData()}>
            {t('settings.export.action')}
          </Button>
        </div>
      </Panel>
      <Panel className={styles.panel}>
        <header className={styles.head}>
          <h2>{t('settings.delete.title')}</h2>
          <p>{t('settings.delete.text')}</p>
        </header>
        <div className={styles.actions}>
          <Button variant="danger" onClick={() => setIsDeleting(true)}>
            {t('settings.delete.action')}
          </Button>
        </div>
      </Panel>
      <DeleteAccount
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        user={user}
        couponCount={couponCount}
        caseCount={caseCount}
        premiumUntil={premiumUntil}
      />
    </div>
  );
}
