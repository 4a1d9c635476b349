import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './cells.module.css';

/** The cell of a list with the order that a row is about, shortened. */
export function OrderCell({ order }: { order: string | null }) {
  const { t } = useTranslation('operator');
  if (order === null) return t('values.none');
  return (
    <Link to={`/orders/${order}`} className={styles.number} title={order}>
      {order.slice(0, 8)}…
    </Link>
  );
}
