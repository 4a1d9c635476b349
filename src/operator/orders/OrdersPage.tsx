import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type OperatorOrderRow, ordersQuery } from '#/contract/operator/orders.ts';
import type { Column } from '../lists/DataTable.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { ListView } from '../lists/ListView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { useListFilters } from '../lists/useListFilters.ts';
import { OrderFilters } from './OrderFilters.tsx';
import { ordersPageQuery } from './orderQueries.ts';
import cells from '../parts/cells.module.css';
import styles from './Orders.module.css';
import { DELIVERY_TONES, ORDER_TONES, useOrderWords } from './useOrderWords.ts';

/** All orders, the newest first. The address contains filters and position, so that it can be sent to a colleague. */
export function OrdersPage() {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const { filters, show, clear } = useListFilters(ordersQuery);
  const orders = useQuery(ordersPageQuery(filters));
  const { productOf, sumOf } = useOrderWords();

  const columns: Column<OperatorOrderRow>[] = [
    { key: 'at', label: t('operator:orders.time'), renderCell: ({ at }) => <Time at={at} /> },
    {
      key: 'id',
      label: t('operator:orders.id'),
      renderCell: ({ id, number }) => (
        <Link to={`/orders/${id}`} className={cells.number} title={id}>
          {number}
        </Link>
      ),
    },
    {
      key: 'player',
      label: t('operator:orders.player'),
      renderCell: ({ player }) => (
        <>
          <Link to={`/players/${player.id}`} className={styles.player}>
            {player.login}
          </Link>
          <wbr />
          <span className={cells.quiet}>@{player.server}</span>
        </>
      ),
    },
    { key: 'product', label: t('operator:orders.product'), renderCell: ({ product }) => productOf(product) },
    {
      key: 'sum',
      label: t('operator:orders.sum'),
      kind: 'number',
      renderCell: (order) => (
        <>
          {sumOf(order)}
          {order.discount && <span className={cells.below}>{order.discount}</span>}
        </>
      ),
    },
    {
      key: 'provider',
      label: t('operator:orders.provider'),
      renderCell: ({ provider }) => (
        <span className={cells.whole}>{t(`providers.${(provider ?? 'coins') as 'coins'}`)}</span>
      ),
    },
    {
      key: 'state',
      label: t('operator:fields.state'),
      renderCell: ({ state, paidTwiceCents, isRefundUnderWay, isRefundFailed }) => (
        <span className={cells.marks}>
          <StateMark tone={ORDER_TONES[state]}>{t(`orderStates.${state}`)}</StateMark>
          {paidTwiceCents > 0 && <StateMark tone="bad">{t('orderMarks.paidTwice')}</StateMark>}
          {isRefundFailed && <StateMark tone="bad">{t('orderMarks.refundFailed')}</StateMark>}
          {isRefundUnderWay && <StateMark tone="waits">{t('orderMarks.refundUnderWay')}</StateMark>}
        </span>
      ),
    },
    {
      key: 'delivery',
      label: t('operator:orders.delivery'),
      renderCell: ({ delivery }) =>
        delivery ? (
          <StateMark tone={DELIVERY_TONES[delivery]}>{t(`deliverySummaries.${delivery}`)}</StateMark>
        ) : (
          t('operator:values.none')
        ),
    },
  ];

  return (
    <>
      <PageHead title={t('operator:orders.title')} />
      <OrderFilters filters={filters} onChange={(name, value) => show({ [name]: value })} onClear={clear} />
      <ListView
        label={t('operator:orders.title')}
        query={orders}
        rowsOf={({ orders: rows }) => rows}
        columns={columns}
        filters={filters}
        onShow={show}
        empty={{ icon: 'card', title: t('operator:orders.empty'), text: t('operator:orders.emptyText') }}
      />
    </>
  );
}
