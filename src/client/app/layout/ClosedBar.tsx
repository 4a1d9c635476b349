import { useTranslation } from 'react-i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';
import styles from './ClosedBar.module.css';

/** Says which parts of the site are closed for now (O27). Pages rendered before do not know, so it waits for the script. */
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
