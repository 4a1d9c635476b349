import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TrustedDevice } from '#/contract/cabinet.ts';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { call } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { formatDate, formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { sessionsQuery } from '#/client/domain/queries/cabinetQueries.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import styles from './Settings.module.css';

interface TrustedDevicesProps {
  devices: readonly TrustedDevice[];
  /** Called before the trust in a device ends, and its row with it. */
  onEnd: () => void;
}

/** The devices that are not asked for a code at a sign-in (A11). Each can be asked again. */
export function TrustedDevices({ devices, onEnd }: TrustedDevicesProps) {
  const { t } = useTranslation(['cabinet', 'common']);
  const client = useQueryClient();
  const end = useMutation({
    onMutate: onEnd,
    mutationFn: (id: number) => call(cabinetCalls.endTrust, { params: { id: String(id) } }),
    onError: (error) =>
      notify({ type: 'error', title: t('common:toast.error'), description: errorTextOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <Panel className={styles.panel}>
      <header className={styles.head}>
        <h2>{t('settings.trusted.title')}</h2>
        <p>{t('settings.trusted.text')}</p>
      </header>
      <ul className={styles.sessions}>
        {devices.map(({ id, isCurrent, device: name, lastSeenAt, trustedUntil }) => {
          const device = name || t('settings.sessions.unknown');
          return (
            <li key={id} className={styles.session}>
              <Icon name="checkCircle" />
              <div>
                <b>{device}</b>
                <p>
                  {t('settings.trusted.until', { date: formatDate(trustedUntil) })}
                  {isCurrent && ` · ${t('settings.sessions.current')}`}
                </p>
                <p>{t('settings.sessions.since', { at: formatDateTime(lastSeenAt) })}</p>
              </div>
              <Button
                variant="secondary"
                size="small"
                busy={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
                aria-label={t('settings.trusted.endOf', { device })}
              >
                {t('settings.trusted.end')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
