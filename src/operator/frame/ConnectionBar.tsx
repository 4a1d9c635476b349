import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './ConnectionBar.module.css';

function watch(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** While the connection is lost, says that the data may be old and that input is kept (O30). */
export function ConnectionBar() {
  const { t } = useTranslation('operator');
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine);
  return (
    <output className={styles.region}>
      {!isOnline && (
        <span className={styles.bar}>
          <Icon name="offline" />
          {t('offline')}
        </span>
      )}
    </output>
  );
}
