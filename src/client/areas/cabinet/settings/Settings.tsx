import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { loadTexts } from '#/client/platform/i18n/i18n.ts';
import { useSearchChoice } from '#/client/platform/navigation/useSearchChoice.ts';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import { AccountSettings } from './AccountSettings.tsx';
import { PasswordSettings } from './PasswordSettings.tsx';
import { SessionSettings } from './SessionSettings.tsx';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';

// loaded with their tabs
const [MailSettings] = laterPart(async () => {
  const [part] = await Promise.all([import('./MailSettings.tsx'), loadTexts('news')]);
  return part.MailSettings;
});
const [PasskeySettings] = laterPart(async () => (await import('./PasskeySettings.tsx')).PasskeySettings);
const [TwoFactorSettings] = laterPart(
  async () => (await import('./TwoFactorSettings.tsx')).TwoFactorSettings,
);

const TABS = ['password', 'passkeys', 'twoFactor', 'sessions', 'mails', 'account'] as const;

/**
 * The settings of the account (C8): password, passkeys, two-factor authentication, devices, mails, and the account
 * itself.
 */
export function Settings() {
  const { t } = useTranslation('cabinet');
  const [tab, setTab] = useSearchChoice('section', TABS);
  const { data, error, isPending, isFetching, refetch } = useQuery(playerQuery);
  if (isPending)
    return (
      <Loading label={t('profile.loading')}>
        <Skeleton height="420px" />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        title={t('profile.failed')}
        text={loadErrorText(error, t('profile.failedText'))}
        retryLabel={t('profile.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Tabs
      label={t('settings.tabsLabel')}
      size="small"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'password', label: t('settings.tabs.password') },
        { value: 'passkeys', label: t('settings.tabs.passkeys') },
        { value: 'twoFactor', label: t('settings.tabs.twoFactor') },
        { value: 'sessions', label: t('settings.tabs.sessions') },
        { value: 'mails', label: t('settings.tabs.mails') },
        { value: 'account', label: t('settings.tabs.account') },
      ]}
    >
      {tab === 'password' && <PasswordSettings login={data.user.login} />}
      <Suspense fallback={<Skeleton height="320px" />}>
        {tab === 'passkeys' && <PasskeySettings />}
        {tab === 'twoFactor' && <TwoFactorSettings isEnabled={data.user.isTwoFaEnabled} />}
        {tab === 'mails' && <MailSettings isVerified={data.user.isVerified} />}
      </Suspense>
      {tab === 'sessions' && <SessionSettings />}
      {tab === 'account' && <AccountSettings {...data} />}
    </Tabs>
  );
}
