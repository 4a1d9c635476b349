import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './Logo.module.css';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';

export function Logo() {
  const { t } = useTranslation();
  return (
    <Link to={inLocale(pageConfig.locale, paths.landing)} className={styles.logo}>
      <span className={styles.mark} aria-hidden="true">
        1
      </span>
      <span aria-hidden="true">ONE</span>
      <span className="unseen">{t('home')}</span>
    </Link>
  );
}
