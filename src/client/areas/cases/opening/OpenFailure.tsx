import { useTranslation } from 'react-i18next';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './OpenFailure.module.css';

/** Says why a case did not open and what has become of it (R4). */
export function OpenFailure({ sentence }: { sentence: string }) {
  const { t } = useTranslation('cases');
  return (
    <div className={`cut ${styles.failure}`} role="alert">
      <Icon name="warning" />
      <div>
        <strong>{t('failure.title')}</strong>
        <p>{sentence}</p>
      </div>
    </div>
  );
}
