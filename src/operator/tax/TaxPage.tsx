import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { VatRow } from '#/contract/operator/vat.ts';
import { formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { RangeBar } from '../figures/RangeBar.tsx';
import { useRange } from '../figures/useRange.ts';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { countryName } from '../platform/countryName.ts';
import { serversQuery } from '../servers/serverQueries.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { formatCounted } from '../platform/formatCounted.ts';
import { formatRate } from '../platform/formatRate.ts';
import { formatMonth } from './formatMonth.ts';
import { TaxHead } from './TaxHead.tsx';
import styles from './Tax.module.css';
import { vatPageQuery } from './taxQueries.ts';

/** VAT by month, country and rate. */
export function TaxPage() {
  const { t } = useTranslation('operatorTax');
  const range = useRange();
  const query = useQuery(vatPageQuery(range.query));
  const servers = useQuery(serversQuery).data?.servers ?? [];
  const { search } = useLocation();
  return (
    <>
      <TaxHead part="vat">
        <DownloadButton kind="vat" query={range.query} />
      </TaxHead>
      <RangeBar range={range} servers={servers} />
      <QueryView query={query}>
        {({ rows, doubts }) => (
          <>
            {doubts > 0 && (
              <p className={styles.notice}>
                {t('doubtful', { count: doubts, shown: formatCounted(doubts) })}{' '}
                <Link to={`/tax/doubts${search}`}>{t('lookAtDoubts')}</Link>
              </p>
            )}
            {rows.some((row) => row.country !== null && row.basisPoints === null) && (
              <p className={styles.notice}>
                {t('ratesMissing')} <Link to={`/tax/rates${search}`}>{t('setRates')}</Link>
              </p>
            )}
            {rows.length === 0 ? (
              <EmptyState icon="economy" title={t('empty')} text={t('emptyText')} />
            ) : (
              <>
                <VatTable rows={rows} isLoading={query.isPlaceholderData} />
                <Missing rows={rows} />
              </>
            )}
            <p className={styles.quiet}>{t('rounding')}</p>
          </>
        )}
      </QueryView>
    </>
  );
}

type Sums = Omit<VatRow, 'month' | 'country' | 'basisPoints'>;
type Row = VatRow | (Sums & { month: null });

function VatTable({ rows, isLoading }: { rows: readonly VatRow[]; isLoading: boolean }) {
  const { t } = useTranslation('operatorTax');
  const known = (cents: number | null) => (cents === null ? '—' : formatEuro(cents));
  const columns: Column<Row>[] = [
    {
      key: 'month',
      label: t('columns.month'),
      renderCell: ({ month }) => (month === null ? <b>{t('total')}</b> : formatMonth(month)),
    },
    {
      key: 'country',
      label: t('columns.country'),
      renderCell: (row) => row.month !== null && (row.country ? countryName(row.country) : t('unknown')),
    },
    {
      key: 'rate',
      label: t('columns.rate'),
      kind: 'number',
      renderCell: (row) =>
        row.month !== null && (row.basisPoints === null ? '—' : formatRate(row.basisPoints)),
    },
    {
      key: 'orders',
      label: t('columns.orders'),
      kind: 'number',
      renderCell: (row) => formatNumber(row.orders),
    },
    { key: 'gross', label: t('columns.gross'), kind: 'number', renderCell: (row) => known(row.grossCents) },
    { key: 'net', label: t('columns.net'), kind: 'number', renderCell: (row) => known(row.netCents) },
    { key: 'vat', label: t('columns.vat'), kind: 'number', renderCell: (row) => known(row.vatCents) },
    {
      key: 'back',
      label: t('columns.refunded'),
      kind: 'number',
      renderCell: (row) => (row.refundedGrossCents === 0 ? '' : known(row.refundedGrossCents)),
    },
    {
      key: 'vatBack',
      label: t('columns.refundedVat'),
      kind: 'number',
      renderCell: (row) => (row.refundedGrossCents === 0 ? '' : known(row.refundedVatCents)),
    },
  ];
  return (
    <div className={styles.table} aria-busy={isLoading}>
      <DataTable<Row>
        label={t('title')}
        columns={columns}
        rows={[...rows, { month: null, ...totalOf(rows) }]}
        keyOf={(row) => (row.month === null ? 'total' : `${row.month} ${row.country} ${row.basisPoints}`)}
      />
    </div>
  );
}

/** Sums up the rows. Net and VAT are those of the rows with a rate, and unknown without such a row. */
function totalOf(rows: readonly VatRow[]): Sums {
  const sum = (of: (row: VatRow) => number | null) => rows.reduce((total, row) => total + (of(row) ?? 0), 0);
  const known = (of: (row: VatRow) => number | null) =>
    rows.some((row) => of(row) !== null) ? sum(of) : null;
  return {
    orders: sum((row) => row.orders),
    grossCents: sum((row) => row.grossCents),
    netCents: known((row) => row.netCents),
    vatCents: known((row) => row.vatCents),
    refunds: sum((row) => row.refunds),
    refundedGrossCents: sum((row) => row.refundedGrossCents),
    refundedNetCents: known((row) => row.refundedNetCents),
    refundedVatCents: known((row) => row.refundedVatCents),
  };
}

/** Says how much of the total has no VAT, because no rate is known for it. */
function Missing({ rows }: { rows: readonly VatRow[] }) {
  const { t } = useTranslation('operatorTax');
  const missing = rows.filter(({ vatCents }) => vatCents === null);
  if (missing.length === 0) return null;
  const { orders, grossCents, refundedGrossCents } = totalOf(missing);
  return (
    <p className={styles.notice}>
      {t('totalWithout', { count: orders, sum: formatEuro(grossCents) })}{' '}
      {refundedGrossCents > 0 && t('refundsWithout', { sum: formatEuro(refundedGrossCents) })}
    </p>
  );
}
