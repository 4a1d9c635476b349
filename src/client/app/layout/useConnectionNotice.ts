import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { notify } from '#/client/ui/feedback/notify.ts';

/** Shows for a moment that the connection was lost or restored (L10). */
export function useConnectionNotice(): void {
  const { t } = useTranslation();
  useEffect(() => {
    const online = () =>
      notify({
        type: 'success',
        title: t('toast.success'),
        description: t('connection.online'),
        holdMs: tuning.dom.connectionNoticeMs,
      });
    const offline = () =>
      notify({
        type: 'error',
        title: t('toast.error'),
        description: t('connection.offline'),
        holdMs: tuning.dom.connectionNoticeMs,
      });
    addEventListener('online', online);
    addEventListener('offline', offline);
    return () => {
      removeEventListener('online', online);
      removeEventListener('offline', offline);
    };
  }, [t]);
}
