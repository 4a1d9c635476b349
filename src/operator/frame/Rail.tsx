import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { gradeOf } from '#/contract/operator/people/permissions.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { siteQuery } from '../platform/siteQuery.ts';
import { useOperator } from '../platform/session.ts';
import { PAGES } from './pages.ts';
import styles from './Rail.module.css';

/**
 * The pages that the operator's role may see.
 * @param onChosen called when the operator opens a page
 */
export function Rail({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation('operator');
  const operator = useOperator();
  const counts = useQuery(siteQuery).data?.counts;
  const shown = PAGES.filter(({ needs }) => operator && gradeOf(operator.role, needs) !== 'no');
  return (
    <nav className={styles.rail} aria-label={t('rail.label')}>
      {shown.map(({ to, name, icon, counts: waiting = [] }) => (
        <NavLink key={to} to={to} end={to === '/'} className={styles.link} onClick={onChosen}>
          <Icon name={icon} />
          {t(`rail.${name}`)}
          <Count of={waiting.reduce((sum, one) => sum + (counts?.[one] ?? 0), 0)} />
        </NavLink>
      ))}
    </nav>
  );
}

function Count({ of }: { of: number }) {
  const { t } = useTranslation('operator');
  if (of === 0) return null;
  return (
    <span className={styles.count}>
      {formatNumber(of)}
      <span className="unseen"> {t('rail.waiting')}</span>
    </span>
  );
}
