import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LARGE_BREAKPOINT_PX } from '#/contract/limits.ts';
import { SignOut } from './Account.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Logo } from './Logo.tsx';
import styles from './MobileMenu.module.css';
import { pageConfig } from './pageConfig.ts';
import { inLocale, paths } from './paths.ts';
import { readToken } from './session.ts';
import { ButtonLink } from './ui/Button.tsx';
import { Icon } from './ui/Icon.tsx';
import { useNavLinks } from './useNavLinks.ts';

/** The header's sections below 1170 px; closes on a link, on Escape, and when the viewport reaches 1170 px (L2). */
export function MobileMenu() {
  const { t } = useTranslation();
  const links = useNavLinks();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);

  useEffect(() => {
    const large = matchMedia(`(min-width: ${LARGE_BREAKPOINT_PX}px)`);
    const closeAtLarge = () => setOpen(false);
    large.addEventListener('change', closeAtLarge);
    return () => large.removeEventListener('change', closeAtLarge);
  }, []);

  return (
    <Dialog.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Dialog.Trigger className={styles.burger} aria-label={t('header.openMenu')}>
        <span />
        <span />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Popup className={styles.menu} aria-label={t('nav.label')}>
          <div className={styles.head}>
            <Logo />
            <Dialog.Close className={styles.close} aria-label={t('header.closeMenu')}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <nav className={styles.links} aria-label={t('nav.label')}>
            {links.map(({ to, label, current }) => (
              <Link key={to} to={to} onClick={close} aria-current={current ? 'page' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
          <LanguageSwitch />
          <div className={styles.account}>
            {readToken() ? (
              <SignOut />
            ) : (
              <>
                <ButtonLink to={inLocale(pageConfig.locale, paths.signUp)} onClick={close} wide>
                  {t('header.signUp')}
                </ButtonLink>
                <ButtonLink
                  to={inLocale(pageConfig.locale, paths.auth)}
                  onClick={close}
                  variant="secondary"
                  wide
                >
                  {t('header.signIn')}
                </ButtonLink>
              </>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
