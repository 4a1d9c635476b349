import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DeliveryRowShown } from '#/contract/operator/deliveries.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import type { Column } from '../lists/DataTable.tsx';
import { DeliveryState } from '../parts/DeliveryState.tsx';
import { OrderCell } from '../parts/OrderCell.tsx';
import { type Selection, selectionColumn } from '../lists/SelectionBar.tsx';
import { Time } from '../parts/Time.tsx';
import cells from '../parts/cells.module.css';
import { useDeliveryWords } from './useDeliveryWords.ts';

/**
 * Columns of the list of deliveries.
 * @param selection undefined when rows cannot be selected
 */
export function useDeliveryColumns(selection: Selection | undefined): Column<DeliveryRowShown>[] {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const { thingOf, saidOf } = useDeliveryWords();
  const columns: Column<DeliveryRowShown>[] = [
    {
      key: 'id',
      label: t('deliveries.number'),
      renderCell: ({ id }) => (
        <Link to={`/deliveries/${id}`} className={cells.number}>
          {id}
        </Link>
      ),
    },
    { key: 'at', label: t('deliveries.time'), renderCell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: 'what',
      label: t('deliveries.what'),
      renderCell: (row) => (
        <>
          {thingOf(row)}
          <span className={cells.below}>{row.code}</span>
        </>
      ),
    },
    {
      key: 'player',
      label: t('deliveries.player'),
      renderCell: ({ player, server }) => (
        <>
          {player.login}
          <wbr />
          <span className={cells.quiet}>@{server}</span>
        </>
      ),
    },
    {
      key: 'cause',
      label: t('deliveries.order'),
      renderCell: ({ order, orderNumber }) => <OrderCell order={order} number={orderNumber} />,
    },
    {
      key: 'state',
      label: t('deliveries.state'),
      renderCell: ({ state, readyAt, isMoneyBack, outcome }) => (
        <span className={cells.marks}>
          <DeliveryState state={state} />
          <span className={cells.below}>
            {[
              state === 'waiting' && t(readyAt ? 'deliveries.ready' : 'deliveries.away'),
              state !== 'done' && outcome && saidOf(outcome),
              isMoneyBack && t('deliveries.moneyBack'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
    {
      key: 'attempt',
      label: t('deliveries.attempts'),
      kind: 'number',
      renderCell: ({ attempt }) => formatNumber(attempt),
    },
  ];
  if (!selection) return columns;
  const select = selectionColumn<DeliveryRowShown>({
    label: t('deliveries.select'),
    labelOf: ({ id }) => t('deliveries.selectNo', { no: id }),
    isSelectable: ({ decisions }) => decisions.length > 0,
    ...selection,
  });
  return [select, ...columns];
}
