import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale } from '#/client/platform/navigation/paths.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import styles from './NewTabLink.module.css';

/**
 * A link that keeps what was typed in a form: it opens in a new tab, and says so in sight and for screen readers (RT7).
 */
export function NewTabLink({ path, children }: { path: string; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <TextLink to={inLocale(pageConfig.locale, path)} target="_blank" rel="noopener">
      {children}
      <span aria-hidden="true">
        {/* keeps the sign on the line of the last word */}
        {'\u2060'}
        <Icon name="arrowUpRight" className={styles.sign} />
      </span>
      <span className="unseen"> {t('newTab')}</span>
    </TextLink>
  );
}
