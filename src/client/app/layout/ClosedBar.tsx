import { useTranslation } from 'react-i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';
import styles from './ClosedBar.module.css';

/**
 * Lists the closed parts of the site (O27). Server-rendered pages are cached and may be older than the closing, so
 * the list appears only after hydration.
 */
export function ClosedBar() {
  const { t } = useTranslation();
  const { closed = [] } = pageConfig;
  if (!useHydrated() || closed.length === 0) return null;
  return (
    <output className={styles.bar}>
      {closed.map((name) => (
        <p key={name}>{t(`closed.${name}`)}</p>
      ))}
    </output>
  );
}
