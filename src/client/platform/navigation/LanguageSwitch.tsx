import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { LOCALES } from '#/contract/kernel/locale.ts';
import styles from './LanguageSwitch.module.css';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { samePlaceIn } from './paths.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';

/** Event on `window`: the visitor leaves this document for another language. */
export const LANGUAGE_LEFT_EVENT = 'app:language-left';

function tellPress({ ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  // with such a key the other document opens beside this one
  if (!ctrlKey && !metaKey && !shiftKey) dispatchEvent(new Event(LANGUAGE_LEFT_EVENT));
}

/** The same page in another language, as a plain link: path, query and hash stay (RT10). */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const place = useLocation();
  const isHydrated = useHydrated();
  return (
    <nav aria-label={t('header.language')}>
      <ul className={styles.languages}>
        {LOCALES.map((locale) => (
          <li key={locale}>
            <a
              href={samePlaceIn(locale, isHydrated ? place : { ...place, search: '', hash: '' })}
              hrefLang={locale}
              lang={locale}
              className="label"
              onClick={tellPress}
              aria-current={locale === pageConfig.locale ? 'true' : undefined}
            >
              {locale}
              <span className="unseen"> {t(`languages.${locale}`)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
