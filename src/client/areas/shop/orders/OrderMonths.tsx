import { useTranslation } from 'react-i18next';
import type { Order, OrderMonth } from '#/contract/orders.ts';
import { formatMonth } from '#/client/platform/i18n/formatDate.ts';
import { formatCoins, formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { OrderRow } from './OrderRow.tsx';
import styles from './OrderHistory.module.css';

interface OrderMonthsProps {
  orders: readonly Order[];
  /** Months of the orders. A month that spans two pages comes twice. */
  months: readonly OrderMonth[];
}

/** Orders by month, each month with what was paid in it (S24). */
export function OrderMonths({ orders, months }: OrderMonthsProps) {
  return groupByMonth(orders, months).map(({ month, orders: ofMonth }) => (
    <section key={month.month} className={styles.month} aria-label={formatMonth(month.month)}>
      <div className={styles.head}>
        <h3>{formatMonth(month.month)}</h3>
        <Paid month={month} />
      </div>
      <ul className={styles.orders}>
        {ofMonth.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
    </section>
  ));
}

function groupByMonth(orders: readonly Order[], months: readonly OrderMonth[]) {
  // the later page was read later
  const known = [...new Map(months.map((month) => [month.month, month])).values()];
  return known
    .map((month) => ({
      month,
      orders: orders.filter(({ date }) => date >= month.from && date < month.until),
    }))
    .filter((group) => group.orders.length > 0);
}

function Paid({
  month: { paid_cents: cents, paid_coins: coins, refunded_cents: refunded },
}: {
  month: OrderMonth;
}) {
  const { t } = useTranslation('shop');
  if (cents === 0 && coins === 0) return <p>{t('orders.paidNothing')}</p>;
  const [euro, oc] = [formatEuro(cents), formatCoins(coins)];
  const sum = cents === 0 ? oc : coins === 0 ? euro : t('orders.paidBoth', { euro, coins: oc });
  return (
    <p>
      {t('orders.paid')} <b>{sum}</b>
      {refunded > 0 && <span>{t('orders.paidBack', { euro: formatEuro(refunded) })}</span>}
    </p>
  );
}
