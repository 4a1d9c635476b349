import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { TermsNotice } from '#/contract/operator/site.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import { useMay } from '../platform/session.ts';
import { TermsDialog } from './TermsDialog.tsx';
import styles from './Site.module.css';

const EVERY_MS = 30_000;
const termsQuery = queryOptions({
  queryKey: ['termsNotices'],
  queryFn: ({ signal }) => callOperator(operatorCalls.termsNotices, {}, { signal }),
  refetchInterval: EVERY_MS,
});

const TONES = { sending: 'waits', sent: 'good', withdrawn: 'quiet' } as const;

/** The notices of changed terms with their progress, and the way to a new one (O34). */
export function TermsList() {
  const { t } = useTranslation('operatorTerms');
  const query = useQuery(termsQuery);
  const mayAnnounce = useMay('site.switches');
  const [open, setOpen] = useState<'new' | TermsNotice>();
  const close = () => setOpen(undefined);
  return (
    <section id="terms" className={styles.jobs}>
      <header className={styles.head}>
        <div>
          <h2>{t('title')}</h2>
          <p className={styles.lead}>{t('lead')}</p>
        </div>
        {mayAnnounce && (
          <Button size="small" disabled={!query.data} onClick={() => setOpen('new')}>
            {t('announce')}
          </Button>
        )}
      </header>
      <QueryView query={query} height="120px">
        {({ notices, earliestOn }) => (
          <>
            {notices.length === 0 ? (
              <EmptyState icon="bell" title={t('empty')} text={t('emptyText')} />
            ) : (
              <TermsTable notices={notices} onWithdraw={mayAnnounce ? setOpen : undefined} />
            )}
            {open === 'new' && <TermsDialog earliestOn={earliestOn} onClose={close} />}
          </>
        )}
      </QueryView>
      {typeof open === 'object' && <WithdrawDialog notice={open} onClose={close} />}
    </section>
  );
}

interface TermsTableProps {
  notices: readonly TermsNotice[];
  /** Absent if the operator may not withdraw one. */
  onWithdraw: ((notice: TermsNotice) => void) | undefined;
}

function TermsTable({ notices, onWithdraw }: TermsTableProps) {
  const { t } = useTranslation(['operatorTerms', 'operator']);
  const columns: Column<TermsNotice>[] = [
    {
      key: 'day',
      label: t('inForceOn'),
      renderCell: ({ inForceOn }) => <span className={styles.whole}>{formatDay(inForceOn)}</span>,
    },
    {
      key: 'state',
      label: t('operator:fields.state'),
      renderCell: ({ state }) => (
        <span className={styles.whole}>
          <StateMark tone={TONES[state]}>{t(`states.${state}`)}</StateMark>
        </span>
      ),
    },
    {
      key: 'mailed',
      label: t('mailed'),
      renderCell: ({ mailed, recipients }) => (
        <span className={styles.whole}>
          {t('progress', { mailed: formatNumber(mailed), recipients: formatNumber(recipients) })}
        </span>
      ),
    },
    { key: 'what', label: t('what'), renderCell: ({ texts }) => texts[pageConfig.locale] },
    {
      key: 'by',
      label: t('by'),
      renderCell: ({ announcedBy, announcedAt }) => (
        <>
          {announcedBy}
          <span className={styles.below}>
            <Time at={announcedAt} />
          </span>
        </>
      ),
    },
    {
      key: 'acts',
      label: t('operator:staff.acts'),
      kind: 'actions',
      renderCell: (notice) =>
        onWithdraw &&
        notice.isOpen && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('withdrawNamed', { day: formatDay(notice.inForceOn) })}
            onClick={() => onWithdraw(notice)}
          >
            {t('withdraw')}
          </Button>
        ),
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={notices} keyOf={({ id }) => id} />;
}

function WithdrawDialog({ notice, onClose }: { notice: TermsNotice; onClose: () => void }) {
  const { t } = useTranslation('operatorTerms');
  return (
    <ActDialog
      plan={{
        endpoint: operatorCalls.withdrawTerms,
        input: { params: { id: String(notice.id) }, body: {} },
      }}
      title={t('withdrawNamed', { day: formatDay(notice.inForceOn) })}
      label={t('withdraw')}
      done={t('withdrawn')}
      onClose={onClose}
    >
      <p>{t('withdrawText')}</p>
    </ActDialog>
  );
}
