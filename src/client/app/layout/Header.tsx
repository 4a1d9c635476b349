import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Account } from './Account.tsx';
import styles from './Header.module.css';
import { LanguageSwitch } from '#/client/platform/navigation/LanguageSwitch.tsx';
import { Logo } from './Logo.tsx';
import { NewsMark } from './NewsMark.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { useNavLinks } from './useNavLinks.ts';
import { useSignedIn } from '#/client/domain/queries/player.ts';

/** The head of every page: sections, language and account. */
export function Header() {
  const { t } = useTranslation();
  const links = useNavLinks();
  const isSignedIn = useSignedIn();
  return (
    <header className={`wrap ${styles.header}`}>
      <Logo />
      <nav className={styles.nav} aria-label={t('nav.label')}>
        {links.map(({ to, label, current, count }) => (
          <Link key={to} to={to} aria-current={current ? 'page' : undefined}>
            {label}
            <NewsMark count={count} />
          </Link>
        ))}
      </nav>
      <div className={styles.languages} data-crowded={isSignedIn || undefined}>
        <LanguageSwitch />
      </div>
      <Account />
      <MobileMenu />
    </header>
  );
}
