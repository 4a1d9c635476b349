import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameKeyShown, ServerReply } from '#/contract/operator/servers.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { useMay } from '../platform/session.ts';
import { EndKeyDialog, RevokeKeyDialog } from './KeyDialogs.tsx';
import { MakeKeyDialog } from './MakeKeyDialog.tsx';
import cells from '../parts/cells.module.css';
import styles from './Servers.module.css';
import { useServerWords } from './useServerWords.tsx';

type Open = { act: 'make' } | { act: 'end' | 'revoke'; key: GameKeyShown };

/** The keys with which a game server signs its requests. */
export function KeyList({ server }: { server: ServerReply }) {
  const { t } = useTranslation('operatorGame');
  const { nameOf } = useServerWords();
  const mayKeys = useMay('servers.keys');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const isFull = server.liveKeys >= server.keysMost;
  const columns: Column<GameKeyShown>[] = [
    {
      key: 'id',
      label: t('servers.keyId'),
      renderCell: ({ id, label }) => (
        <>
          <code className={styles.code}>{id}</code>
          {label && <span className={cells.below}>{label}</span>}
        </>
      ),
    },
    {
      key: 'may',
      label: t('servers.keyMay'),
      renderCell: ({ scopes }) => scopes.map((scope) => t(`servers.scopes.${scope as 'link'}`)).join(', '),
    },
    {
      key: 'used',
      label: t('servers.lastUse'),
      renderCell: ({ lastUsedAt, lastNetwork }) =>
        lastUsedAt ? (
          <>
            <Time at={lastUsedAt} />
            <span className={cells.below}>{lastNetwork}</span>
          </>
        ) : (
          t('servers.neverUsed')
        ),
    },
    { key: 'state', label: t('servers.keyState'), renderCell: (key) => <KeyState gameKey={key} /> },
  ];
  if (mayKeys)
    columns.push({
      key: 'acts',
      label: t('servers.act'),
      kind: 'actions',
      renderCell: (key) =>
        key.isLive && (
          <span className={styles.buttons}>
            <Button variant="secondary" size="small" onClick={() => setOpen({ act: 'end', key })}>
              {t('servers.endKey')}
            </Button>
            <Button variant="secondary" size="small" onClick={() => setOpen({ act: 'revoke', key })}>
              {t('servers.revokeKey')}
            </Button>
          </span>
        ),
    });

  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{t('servers.keys')}</h2>
        {mayKeys && (
          <Button size="small" icon="plus" disabled={isFull} onClick={() => setOpen({ act: 'make' })}>
            {t('servers.makeKey')}
          </Button>
        )}
      </div>
      {mayKeys && isFull && <p className={styles.note}>{t('servers.keysFull', { most: server.keysMost })}</p>}
      {server.keys.length === 0 ? (
        <EmptyState icon="unlock" title={t('servers.noKeys')} text={t('servers.noKeysText')} />
      ) : (
        <DataTable label={t('servers.keys')} columns={columns} rows={server.keys} keyOf={({ id }) => id} />
      )}
      {open?.act === 'make' && <MakeKeyDialog server={server} onClose={close} />}
      {open?.act === 'end' && <EndKeyDialog gameKey={open.key} onClose={close} />}
      {open?.act === 'revoke' && (
        <RevokeKeyDialog gameKey={open.key} serverName={nameOf(server)} onClose={close} />
      )}
    </section>
  );
}

/** Whether a key is valid, and until when. */
function KeyState({ gameKey: { isLive, endsAt, revokedAt } }: { gameKey: GameKeyShown }) {
  const { t } = useTranslation('operatorGame');
  if (revokedAt)
    return (
      <>
        <StateMark tone="quiet">{t('servers.revoked')}</StateMark> <Time at={revokedAt} />
      </>
    );
  if (!isLive)
    return (
      <>
        <StateMark tone="quiet">{t('servers.ended')}</StateMark> {endsAt && <Time at={endsAt} />}
      </>
    );
  return (
    <>
      <StateMark tone={endsAt ? 'waits' : 'good'}>{t('servers.live')}</StateMark>
      {endsAt && (
        <span className={cells.below}>
          {t('servers.endsAt')} <Time at={endsAt} />
        </span>
      )}
    </>
  );
}
