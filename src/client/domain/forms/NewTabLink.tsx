import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale } from '#/client/platform/navigation/paths.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import styles from './NewTabLink.module.css';

interface NewTabLinkProps {
  /** Path of the site without the language, or the full address of another site. */
  path: string;
  children?: ReactNode;
}

/** A link that opens in a new tab, so that a form keeps its input. It says so to all readers (RT7). */
export function NewTabLink({ path, children }: NewTabLinkProps) {
  const { t } = useTranslation();
  return (
    <TextLink
      to={path.startsWith('/') ? inLocale(pageConfig.locale, path) : path}
      target="_blank"
      rel="noopener"
    >
      {children}
      <span aria-hidden="true">
        {/* keeps the icon on the line of the last word */}
        {'\u2060'}
        <Icon name="arrowUpRight" className={styles.sign} />
      </span>
      <span className="unseen"> {t('newTab')}</span>
    </TextLink>
  );
}
