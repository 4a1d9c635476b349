import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageConfig } from './pageConfig.ts';
import { inLocale } from './paths.ts';
import { Icon } from './ui/Icon.tsx';
import { TextLink } from './ui/TextLink.tsx';
import styles from './NewTabLink.module.css';

/** A link out of a form, which keeps what was typed: it opens beside the form, and says so to eye and ear (RT7). */
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
