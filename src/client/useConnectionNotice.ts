import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from './ui/notify.ts';

const NOTICE_MS = 2000;

/** Says for two seconds that the connection went or came back (L10). */
export function useConnectionNotice(): void {
  const { t } = useTranslation();
  useEffect(() => {
    const online = () =>
      notify({
        type: 'success',
        title: t('toast.success'),
        description: t('connection.online'),
        holdMs: NOTICE_MS,
      });
    const offline = () =>
      notify({
        type: 'error',
        title: t('toast.error'),
        description: t('connection.offline'),
        holdMs: NOTICE_MS,
      });
    addEventListener('online', online);
    addEventListener('offline', offline);
    return () => {
      removeEventListener('online', online);
      removeEventListener('offline', offline);
    };
  }, [t]);
}
