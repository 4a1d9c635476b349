import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PlayerSession } from '#/contract/cabinet.ts';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { call } from '#/client/platform/api/api.ts';
import { errorTextOf, loadErrorText } from '#/client/platform/i18n/errorText.ts';
import { Badge } from '#/client/ui/display/Badge.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { useFocusAfter } from '#/client/ui/feedback/useFocusAfter.ts';
import { sessionsQuery } from '#/client/domain/queries/cabinetQueries.ts';
import { TrustedDevices } from './TrustedDevices.tsx';
import styles from './Settings.module.css';

/** The player's sessions, of which one or all others can be ended, and the trusted devices. */
export function SessionSettings() {
  const { t } = useTranslation(['cabinet', 'common']);
  const client = useQueryClient();
  const { data, error, isPending, isFetching, refetch } = useQuery(sessionsQuery);
  const [heading, expectChange] = useFocusAfter<HTMLHeadingElement>(data);
  const end = useMutation({
    onMutate: expectChange,
    mutationFn: (id: number | 'others') =>
      id === 'others'
        ? call(cabinetCalls.endOtherSessions, {})
        : call(cabinetCalls.endSession, { params: { id: String(id) } }),
    onError: (error) =>
      notify({ type: 'error', title: t('common:toast.error'), description: errorTextOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });

  if (isPending)
    return (
      <Loading label={t('settings.sessions.loading')}>
        <Skeleton height="320px" />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        title={t('settings.sessions.failed')}
        text={loadErrorText(error, t('profile.failedText'))}
        retryLabel={t('profile.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const { sessions, trustedDevices } = data;
  return (
    <div className={styles.stack}>
      <Panel className={styles.panel}>
        <header className={styles.head}>
          <h2 ref={heading} tabIndex={-1}>
            {t('settings.sessions.title')}
          </h2>
          <p>{t('settings.sessions.text')}</p>
        </header>
        <output className="unseen">
          {end.isSuccess &&
            t(end.variables === 'others' ? 'settings.sessions.othersEnded' : 'settings.sessions.ended')}
        </output>
        <ul className={styles.sessions}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
        {sessions.length > 1 && (
          <div className={styles.actions}>
            <Button
              variant="danger"
              icon="signOut"
              busy={end.isPending && end.variables === 'others'}
              onClick={() => end.mutate('others')}
            >
              {t('settings.sessions.endOthers')}
            </Button>
          </div>
        )}
      </Panel>
      {trustedDevices.length > 0 && <TrustedDevices devices={trustedDevices} onEnd={expectChange} />}
    </div>
  );
}

interface SessionRowProps {
  session: PlayerSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { t } = useTranslation('cabinet');
  const device = session.device || t('settings.sessions.unknown');
  return (
    <li className={styles.session}>
      <Icon name="server" />
      <div>
        <b>{device}</b>
        <p>
          {t('settings.sessions.seen', { at: formatDateTime(session.lastSeenAt) })}
          {session.address && ` · ${session.address}`}
        </p>
        <p>{t('settings.sessions.since', { at: formatDateTime(session.createdAt) })}</p>
      </div>
      {session.isCurrent ? (
        <Badge tone="signal">{t('settings.sessions.current')}</Badge>
      ) : (
        <Button
          variant="secondary"
          size="small"
          busy={isEnding}
          onClick={onEnd}
          aria-label={t('settings.sessions.endOf', { device })}
        >
          {t('settings.sessions.end')}
        </Button>
      )}
    </li>
  );
}
