import { useTranslation } from 'react-i18next';
import type { PayoutLineRow } from '#/contract/operator/figures/payouts.ts';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { OrderCell } from '../parts/OrderCell.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import cells from '../parts/cells.module.css';
import { formatMoney } from '../platform/formatMoney.ts';

interface PayoutLinesProps {
  label: string;
  lines: readonly PayoutLineRow[];
  currency: string;
}

/** Lines of a payout with their orders. */
export function PayoutLines({ label, lines, currency }: PayoutLinesProps) {
  const { t } = useTranslation('operatorPayouts');
  const money = (cents: number) => formatMoney(cents, currency);
  const columns: Column<PayoutLineRow>[] = [
    { key: 'at', label: t('columns.time'), renderCell: ({ at }) => <Time at={at} /> },
    { key: 'kind', label: t('columns.kind'), renderCell: ({ kind }) => t(`kinds.${kind}`) },
    {
      key: 'order',
      label: t('columns.order'),
      renderCell: ({ order, orderNumber, cause, note }) => (
        <>
          {order !== null && <OrderCell order={order} number={orderNumber} />}
          {(note ?? (order === null && cause)) && <span className={cells.below}>{note ?? cause}</span>}
        </>
      ),
    },
    {
      key: 'match',
      label: t('columns.match'),
      renderCell: ({ match, expectedCents }) =>
        match === 'free' ? null : (
          <span className={cells.marks}>
            <StateMark tone={match === 'matched' ? 'good' : 'bad'}>{t(`matches.${match}`)}</StateMark>
            {match === 'differs' && (
              <span className={cells.below}>
                {expectedCents === 0 ? t('knownNone') : t('known', { sum: money(expectedCents ?? 0) })}
              </span>
            )}
          </span>
        ),
    },
    { key: 'gross', label: t('columns.gross'), kind: 'number', renderCell: (row) => money(row.grossCents) },
    {
      key: 'fee',
      label: t('columns.fee'),
      kind: 'number',
      renderCell: ({ feeCents }) => feeCents !== 0 && money(feeCents),
    },
    { key: 'net', label: t('columns.net'), kind: 'number', renderCell: (row) => money(row.netCents) },
  ];
  return <DataTable label={label} columns={columns} rows={lines} keyOf={({ id }) => id} />;
}
