import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { chooseLanguage } from '../platform/texts.ts';
import { LogoMark } from '../parts/LogoMark.tsx';
import styles from './Entrance.module.css';

interface EntranceProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** The layout for visitors who are not signed in: one panel in the middle. */
export function Entrance({ title, text, children }: EntranceProps) {
  const { t } = useTranslation(['operator', 'common']);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <p className={styles.logo}>
          <LogoMark />
          {t('title')}
        </p>
        <fieldset aria-label={t('common:header.language')} className={styles.languages}>
          {LOCALES.map((locale) => (
            <button
              key={locale}
              type="button"
              lang={locale}
              className="label"
              aria-pressed={locale === pageConfig.locale}
              onClick={() => chooseLanguage(locale)}
            >
              {locale} <span className="unseen">{t(`common:languages.${locale}`)}</span>
            </button>
          ))}
        </fieldset>
      </header>
      <main className={styles.main}>
        <Panel as="div" className={styles.panel}>
          <div className={styles.head}>
            <h1>{title}</h1>
            <p>{text}</p>
          </div>
          {children}
        </Panel>
      </main>
    </div>
  );
}
