import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { Facts } from '../parts/Facts.tsx';
import { useMay } from '../platform/session.ts';
import cells from '../parts/cells.module.css';
import styles from './Players.module.css';

/** Live sessions of a player. Each session can be ended. */
export function PlayerSessions({ player: { id, sessions } }: { player: PlayerReply }) {
  const { t } = useTranslation('operatorPlayers');
  const mayEnd = useMay('players.block');
  const [chosen, setChosen] = useState<number>();
  return (
    <Facts title={t('player.sessions')} facts={[]}>
      {sessions.length === 0 && <p className={styles.note}>{t('player.noSessions')}</p>}
      <ul className={styles.sessions}>
        {sessions.map(({ id: session, device, createdAt, lastSeenAt }) => {
          const name = device ?? t('player.unknownDevice');
          return (
            <li key={session}>
              <span>
                {name}
                <span className={cells.below}>
                  {t('player.sessionLine', {
                    from: formatDateTime(createdAt, 'short'),
                    seen: formatDateTime(lastSeenAt, 'short'),
                  })}
                </span>
              </span>
              {mayEnd && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={t('player.endSessionNamed', { device: name })}
                  onClick={() => setChosen(session)}
                >
                  {t('player.endSession')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {chosen !== undefined && (
        <ActDialog
          plan={{
            endpoint: operatorCalls.endPlayerSessions,
            input: { params: { id: String(id) }, body: { session: chosen } },
          }}
          title={t('player.endSession')}
          label={t('player.endSession')}
          done={t('playerActs.ended')}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Facts>
  );
}
