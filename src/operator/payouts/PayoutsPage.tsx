import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { type PayoutRow, payoutsQuery } from '#/contract/operator/figures/payouts.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { RangeBar } from '../figures/RangeBar.tsx';
import { useRange } from '../figures/useRange.ts';
import type { Column } from '../lists/DataTable.tsx';
import { ListView } from '../lists/ListView.tsx';
import { useListPosition } from '../lists/useListFilters.ts';
import cells from '../parts/cells.module.css';
import { DownloadButton } from '../tax/DownloadButton.tsx';
import { formatMoney } from '../platform/formatMoney.ts';
import { payoutsPageQuery } from './payoutQueries.ts';
import { formatCounted } from '../platform/formatCounted.ts';
import { PayoutsHead } from './PayoutsHead.tsx';
import { PayoutStateMark } from './PayoutStateMark.tsx';
import { SourceNotes } from './SourceNotes.tsx';
import styles from './Payouts.module.css';

/** The payouts of the providers, the newest first: those of a range of days, or those that need a look. */
export function PayoutsPage() {
  const { t } = useTranslation('operatorPayouts');
  const range = useRange();
  const [search] = useSearchParams();
  const list = useListPosition();
  const { from, to } = range.query;
  const isOpen = search.get('mark') === 'open';
  const shown = { from, to, ...(isOpen && { mark: 'open' }) };
  const position = payoutsQuery.safeParse({
    ...shown,
    ...list.position,
  });
  const query = useQuery(payoutsPageQuery(position.success ? position.data : { from, to }));
  const { sources = [], open, missing = 0 } = query.data ?? {};
  return (
    <>
      <PayoutsHead part={isOpen ? 'open' : 'all'} open={open}>
        {/* the file has a range of days, these payouts are of any day */}
        {!isOpen && <DownloadButton kind="payouts" query={{ from, to }} />}
      </PayoutsHead>
      <SourceNotes sources={sources} />
      {!isOpen && <RangeBar range={range} />}
      {!isOpen && missing > 0 && (
        <p className={styles.notice}>
          {t('missing.some', { count: missing, shown: formatCounted(missing) })}{' '}
          <Link to={`/payouts/missing?${new URLSearchParams({ from, to }).toString()}`}>
            {t('missing.look')}
          </Link>
        </p>
      )}
      <ListView
        label={t('title')}
        query={query}
        rowsOf={({ payouts }) => payouts}
        columns={usePayoutColumns()}
        filters={shown}
        onShow={list.show}
        empty={
          isOpen
            ? { icon: 'checkCircle', title: t('noneOpen'), text: t('noneOpenText') }
            : { icon: 'economy', title: t('empty'), text: t('emptyText') }
        }
      />
    </>
  );
}

function usePayoutColumns(): Column<PayoutRow>[] {
  const { t } = useTranslation(['operatorPayouts', 'operatorOrders']);
  return [
    {
      key: 'arrives',
      label: t('columns.arrives'),
      renderCell: ({ arrivesAt }) => <span className={cells.whole}>{formatDay(arrivesAt)}</span>,
    },
    {
      key: 'payout',
      label: t('columns.payout'),
      renderCell: ({ id, ref, provider }) => (
        <>
          <Link to={`/payouts/${id}`} className={cells.number}>
            {ref}
          </Link>
          <span className={cells.below}>{t(`operatorOrders:providers.${provider as 'stripe'}`)}</span>
        </>
      ),
    },
    {
      key: 'amount',
      label: t('columns.amount'),
      kind: 'number',
      renderCell: ({ amountCents, currency }) => formatMoney(amountCents, currency),
    },
    {
      key: 'state',
      label: t('columns.state'),
      renderCell: (row) => (
        <span className={cells.marks}>
          <PayoutStateMark payout={row} />
        </span>
      ),
    },
    {
      key: 'lines',
      label: t('columns.lines'),
      kind: 'number',
      renderCell: ({ lines, linesState }) => (linesState === 'read' ? formatNumber(lines) : '—'),
    },
    {
      key: 'matched',
      label: t('columns.matched'),
      kind: 'number',
      renderCell: ({ matchedCents, currency, linesState }) =>
        linesState === 'read' ? formatMoney(matchedCents, currency) : '—',
    },
    {
      key: 'open',
      label: t('columns.open'),
      kind: 'number',
      renderCell: ({ openLines, openCents, currency }) =>
        openLines > 0 && (
          <>
            {formatMoney(openCents, currency)}
            <span className={cells.below}>{t('lines', { count: openLines })}</span>
          </>
        ),
    },
    {
      key: 'difference',
      label: t('columns.difference'),
      kind: 'number',
      renderCell: ({ differenceCents, currency }) =>
        Boolean(differenceCents) && formatMoney(differenceCents ?? 0, currency),
    },
  ];
}
