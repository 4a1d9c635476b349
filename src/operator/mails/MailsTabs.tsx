import { useTranslation } from 'react-i18next';
import { Tabs } from '../parts/Tabs.tsx';

/** The queue and the templates. */
export function MailsTabs({ shown }: { shown: 'queue' | 'templates' }) {
  const { t } = useTranslation('operatorMails');
  return (
    <Tabs
      label={t('tabs')}
      tabs={[
        { to: '/mails', label: t('queue'), isShown: shown === 'queue' },
        { to: '/mails/templates', label: t('templates'), isShown: shown === 'templates' },
      ]}
    />
  );
}
