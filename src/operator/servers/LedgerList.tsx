import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { LedgerShown, ServerReply } from '#/contract/operator/servers.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { useMay } from '../platform/session.ts';
import styles from './Servers.module.css';
import { useServerWords } from './useServerWords.tsx';

/** The ledgers of a game server, and the one that waits for an operator. */
export function LedgerList({ server }: { server: ServerReply }) {
  const { t } = useTranslation('operatorGame');
  const { nameOf } = useServerWords();
  const mayAccept = useMay('servers.keys');
  const [open, setOpen] = useState<LedgerShown>();
  const columns: Column<LedgerShown>[] = [
    {
      key: 'id',
      label: t('servers.ledgerId'),
      renderCell: ({ id }) => <code className={styles.code}>{id}</code>,
    },
    {
      key: 'entries',
      label: t('servers.entries'),
      kind: 'number',
      renderCell: ({ head }) => formatNumber(head),
    },
    {
      key: 'seen',
      label: t('servers.firstSeen'),
      renderCell: ({ firstSeenAt }) => <Time at={firstSeenAt} />,
    },
    { key: 'state', label: t('servers.keyState'), renderCell: (ledger) => <LedgerState ledger={ledger} /> },
  ];
  if (mayAccept)
    columns.push({
      key: 'acts',
      label: t('servers.act'),
      kind: 'actions',
      renderCell: (ledger) => (
        <Button
          size="small"
          variant={ledger.acceptedAt && ledger.refusedHead === null ? 'secondary' : 'primary'}
          onClick={() => setOpen(ledger)}
        >
          {t(ledger.acceptedAt ? 'servers.acceptAgain' : 'servers.accept')}
        </Button>
      ),
    });
  return (
    <section className={styles.part}>
      <h2>{t('servers.ledgers')}</h2>
      <p className={styles.note}>{t('servers.ledgersLead')}</p>
      {server.ledgers.length === 0 ? (
        <p className={styles.note}>{t('servers.noLedgers')}</p>
      ) : (
        <DataTable
          label={t('servers.ledgers')}
          columns={columns}
          rows={server.ledgers}
          keyOf={({ id }) => id}
        />
      )}
      {open && (
        <ActDialog
          plan={{
            endpoint: operatorCalls.acceptLedger,
            input: {
              params: { id: server.key },
              body: { ledger: open.id, acceptedAt: open.acceptedAt, retiredAt: open.retiredAt },
            },
          }}
          title={t('servers.acceptTitle', { server: nameOf(server) })}
          label={t('servers.accept')}
          done={t('servers.accepted')}
          confirmation={{ label: t('servers.typeName'), word: nameOf(server) }}
          onClose={() => setOpen(undefined)}
        >
          <p>{t(open.acceptedAt ? 'servers.acceptAgainText' : 'servers.acceptText')}</p>
        </ActDialog>
      )}
    </section>
  );
}

function LedgerState({ ledger: { acceptedAt, retiredAt, refusedHead } }: { ledger: LedgerShown }) {
  const { t } = useTranslation('operatorGame');
  if (refusedHead !== null)
    return (
      <StateMark tone="bad">{t('servers.ledgerPutBack', { entries: formatNumber(refusedHead) })}</StateMark>
    );
  if (retiredAt) return <StateMark tone="quiet">{t('servers.ledgerRetired')}</StateMark>;
  return acceptedAt ? (
    <StateMark tone="good">{t('servers.ledgerUsed')}</StateMark>
  ) : (
    <StateMark tone="bad">{t('servers.ledgerWaits')}</StateMark>
  );
}
