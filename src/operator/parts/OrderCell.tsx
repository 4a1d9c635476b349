import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './cells.module.css';

/** The cell of a list with the order that a row is about. */
export function OrderCell({ order, number }: { order: string | null; number: string | null }) {
  const { t } = useTranslation('operator');
  if (order === null) return t('values.none');
  return (
    <Link to={`/orders/${order}`} className={styles.number}>
      {number}
    </Link>
  );
}
