import { useTranslation } from 'react-i18next';
import type { PayoutReply } from '#/contract/operator/figures/payouts.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { formatMoney } from '../platform/formatMoney.ts';
import styles from './Payouts.module.css';

type Sum = PayoutReply['sums'][number];
type Row = Sum | (Omit<Sum, 'kind'> & { kind: null });

/** The payout in numbers, and its lines summed up by kind. */
export function PayoutSums({ reply: { payout, sums } }: { reply: PayoutReply }) {
  const { t } = useTranslation('operatorPayouts');
  const { currency } = payout;
  const money = (cents: number) => formatMoney(cents, currency);
  const isRead = payout.linesState === 'read';
  const figures: [label: string, value: string, isBad?: boolean][] = [
    [t('columns.arrives'), formatDay(payout.arrivesAt)],
    [t('columns.amount'), money(payout.amountCents)],
    ...(isRead
      ? ([
          [t('columns.matched'), money(payout.matchedCents)],
          [t('columns.open'), money(payout.openCents), payout.openLines > 0 && payout.isOpen],
          [
            t('columns.difference'),
            money(payout.differenceCents ?? 0),
            payout.differenceCents !== 0 && payout.isOpen,
          ],
        ] satisfies typeof figures)
      : []),
  ];
  const columns: Column<Row>[] = [
    {
      key: 'kind',
      label: t('columns.kind'),
      renderCell: ({ kind }) => (kind === null ? <b>{t('total')}</b> : t(`kinds.${kind}`)),
    },
    {
      key: 'lines',
      label: t('columns.lines'),
      kind: 'number',
      renderCell: ({ lines }) => formatNumber(lines),
    },
    { key: 'gross', label: t('columns.gross'), kind: 'number', renderCell: (row) => money(row.grossCents) },
    { key: 'fee', label: t('columns.fee'), kind: 'number', renderCell: (row) => money(row.feeCents) },
    { key: 'net', label: t('columns.net'), kind: 'number', renderCell: (row) => money(row.netCents) },
  ];
  const total = (of: (sum: Sum) => number) => sums.reduce((all, sum) => all + of(sum), 0);
  return (
    <section className={styles.section}>
      <h2>{t('page.sums')}</h2>
      <dl className={styles.figures}>
        {figures.map(([label, value, isBad]) => (
          <div key={label} data-tone={isBad ? 'bad' : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {sums.length > 0 && (
        <div className={styles.sums}>
          <DataTable<Row>
            label={t('page.sums')}
            columns={columns}
            rows={[
              ...sums,
              {
                kind: null,
                lines: total(({ lines }) => lines),
                grossCents: total(({ grossCents }) => grossCents),
                feeCents: total(({ feeCents }) => feeCents),
                netCents: total(({ netCents }) => netCents),
              },
            ]}
            keyOf={({ kind }) => kind ?? 'total'}
          />
        </div>
      )}
    </section>
  );
}
