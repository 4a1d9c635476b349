import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { siteQuery } from '../platform/siteQuery.ts';
import styles from './ClosedBanner.module.css';

/** Lists the closed parts of the site on every page, with a link to their switches (O27). */
export function ClosedBanner() {
  const { t } = useTranslation('operator');
  const closed = useQuery(siteQuery).data?.switches.filter(({ isClosed }) => isClosed) ?? [];
  if (closed.length === 0) return null;
  return (
    <p className={styles.banner}>
      <Icon name="warning" />
      <span>
        {t('switches.banner', { what: closed.map(({ name }) => t(`switches.names.${name}`)).join(', ') })}
      </span>
      <Link to="/site#switches">{t('switches.title')}</Link>
    </p>
  );
}
