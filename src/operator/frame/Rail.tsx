import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { gradeOf } from '#/contract/operator/permissions.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { useOperator } from '../platform/session.ts';
import { PAGES } from './pages.ts';
import styles from './Rail.module.css';

/** The pages that the operator's role may see. @param onChosen called when one is opened */
export function Rail({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation('operator');
  const operator = useOperator();
  const shown = PAGES.filter(({ needs }) => operator && gradeOf(operator.role, needs) !== 'no');
  return (
    <nav className={styles.rail} aria-label={t('rail.label')}>
      {shown.map(({ to, name, icon }) => (
        <NavLink key={to} to={to} end={to === '/'} className={styles.link} onClick={onChosen}>
          <Icon name={icon} />
          {t(`rail.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
}
