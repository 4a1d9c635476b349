import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CommunityLinks } from './CommunityLinks.tsx';
import styles from './Footer.module.css';
import { Logo } from './Logo.tsx';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { RoadLine } from '#/client/ui/display/RoadLine.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import { useNavLinks } from './useNavLinks.ts';

/** The footer of every page: owner, links, help, legal notes. */
export function Footer() {
  const { t } = useTranslation();
  const links = useNavLinks();
  return (
    <footer className={styles.footer}>
      <RoadLine />
      <div className={`wrap ${styles.content}`}>
        <div className={styles.brand}>
          <Logo />
          <p className={styles.line}>{t('footer.line')}</p>
        </div>
        {/* the same links as in the header, so it is no landmark of its own */}
        <ul className={styles.pages}>
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
        <CommunityLinks className={styles.pages} />
        <nav className={styles.links} aria-label={t('footer.legal')}>
          <TextLink to={inLocale(pageConfig.locale, paths.help)}>{t('footer.help')}</TextLink>
          {pageConfig.rulesUrl && <TextLink to={pageConfig.rulesUrl}>{t('footer.rules')}</TextLink>}
          <TextLink to={inLocale(pageConfig.locale, paths.terms)}>{t('footer.terms')}</TextLink>
          <TextLink to={inLocale(pageConfig.locale, paths.privacy)}>{t('footer.privacy')}</TextLink>
          <TextLink to={inLocale(pageConfig.locale, paths.fairness)}>{t('footer.fairness')}</TextLink>
          <TextLink to={inLocale(pageConfig.locale, paths.credits)}>{t('footer.credits')}</TextLink>
          <TextLink to={`mailto:${pageConfig.supportEmail}`}>{t('footer.support')}</TextLink>
        </nav>
        <p className={styles.note}>
          {/* the year may change between rendering and hydration */}
          <span suppressHydrationWarning>
            {t('footer.rights', { year: String(new Date().getFullYear()) })}.
          </span>{' '}
          {t('footer.note')}
          {pageConfig.seller && ` ${t('footer.seller', { seller: pageConfig.seller })}`}
        </p>
      </div>
    </footer>
  );
}
