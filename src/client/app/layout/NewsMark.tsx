import { useTranslation } from 'react-i18next';
import styles from './NewsMark.module.css';

/** The count of unread news beside a link to the cabinet (C15). Nothing without news. */
export function NewsMark({ count }: { count: string | undefined }) {
  const { t } = useTranslation();
  if (!count) return null;
  return (
    <span className={styles.place}>
      <b className={styles.mark} aria-hidden="true">
        {count}
      </b>
      <span className="unseen">{t('nav.unread', { unread: count })}</span>
    </span>
  );
}
