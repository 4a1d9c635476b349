import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { siteQuery } from '../platform/siteQuery.ts';
import styles from './ClosedBanner.module.css';

/** Lists the closed parts of the site on every page, with a link to their switches (O27), and stopped mails (O33). */
export function ClosedBanner() {
  const { t } = useTranslation('operator');
  const site = useQuery(siteQuery).data;
  const closed = site?.switches.filter(({ isClosed }) => isClosed) ?? [];
  return (
    <>
      {closed.length > 0 && (
        <p className={styles.banner}>
          <Icon name="warning" />
          <span>
            {t('switches.banner', { what: closed.map(({ name }) => t(`switches.names.${name}`)).join(', ') })}
          </span>
          <Link to="/site#switches">{t('switches.title')}</Link>
        </p>
      )}
      {site?.areMailsMuted && (
        <p className={styles.banner}>
          <Icon name="warning" />
          <span>{t('mailsMuted.banner')}</span>
          <Link to="/mails">{t('mailsMuted.link')}</Link>
        </p>
      )}
    </>
  );
}
