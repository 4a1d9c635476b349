import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { TWO_FA_CODE_LENGTH } from '#/contract/kernel/limits.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { CodeForm } from './CodeForm.tsx';
import { readStateAfter } from './refreshAccess.ts';
import { twoFaSecretQuery } from '#/client/domain/queries/cabinetQueries.ts';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './Settings.module.css';

/**
 * Sets up two-factor authentication: the player scans the picture or types the secret, then proves it with a code
 * (C8).
 */
export function TwoFactorOff({ onOn }: { onOn: (recoveryCodes: string[]) => void }) {
  const { t } = useTranslation(['cabinet', 'common']);
  const client = useQueryClient();
  const { data, error, isPending, isFetching, refetch } = useQuery(twoFaSecretQuery);
  const [isDone, setIsDone] = useState(false);

  async function activate(code: string, password: string | undefined) {
    if (!data) return;
    try {
      const { recoveryCodes } = await call(cabinetCalls.twoFaVerify, {
        body: { verification_code: code, google_secret: data.secret, ...(password && { password }) },
      });
      setIsDone(true);
      notify({
        type: 'success',
        title: t('common:toast.success'),
        description: t('settings.twoFactor.turnedOn'),
      });
      onOn(recoveryCodes);
    } catch (error) {
      // the server has created another secret meanwhile, which is loaded
      if (error instanceof ApiError && error.code === 'errorTwoFaSetup')
        await client.invalidateQueries({ queryKey: twoFaSecretQuery.queryKey });
      readStateAfter(error, client);
      throw error;
    }
  }

  if (isPending)
    return (
      <Loading label={t('settings.twoFactor.loading')}>
        <Skeleton height="480px" />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        title={t('settings.twoFactor.failed')}
        text={loadErrorText(error, t('profile.failedText'))}
        retryLabel={t('profile.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Panel className={styles.panel}>
      <header className={styles.head}>
        <h2>{t('settings.twoFactor.offTitle')}</h2>
        <p>{t('settings.twoFactor.offText')}</p>
      </header>
      <div className={styles.setup}>
        <img
          className={styles.qr}
          src={`data:image/svg+xml,${encodeURIComponent(data.QRImage)}`}
          alt={t('settings.twoFactor.qr')}
          width="208"
          height="208"
        />
        <div className={styles.secret}>
          <p>{t('settings.twoFactor.manual')}</p>
          <code>{data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={data.secret} label={t('profile.copy')} copiedLabel={t('profile.copied')} />
        </div>
      </div>
      <CodeForm
        label={t('settings.twoFactor.code')}
        hint={t('settings.twoFactor.codeHint')}
        isDone={isDone}
        onSend={activate}
      >
        {({ code, isPending: isSending }) => (
          <Button type="submit" size="large" disabled={code.length < TWO_FA_CODE_LENGTH} busy={isSending}>
            {t('settings.twoFactor.activate')}
          </Button>
        )}
      </CodeForm>
    </Panel>
  );
}
