import { Dialog } from '@base-ui/react/dialog';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SignOut } from './Account.tsx';
import { CommunityLinks } from './CommunityLinks.tsx';
import { NewsMark } from './NewsMark.tsx';
import { LanguageSwitch } from '#/client/platform/navigation/LanguageSwitch.tsx';
import { Logo } from './Logo.tsx';
import styles from './MobileMenu.module.css';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { useNavLinks } from './useNavLinks.ts';

interface MobileMenuPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Element that gets the focus when the panel closes without a link. */
  burger: RefObject<HTMLButtonElement | null>;
}

/** The panel of the burger menu; closes on a link and on Escape (L2). */
export function MobileMenuPanel({ open, onOpenChange, burger }: MobileMenuPanelProps) {
  const { t } = useTranslation();
  const links = useNavLinks();
  const isFollowed = useRef(false);
  const follow = () => {
    isFollowed.current = true;
    onOpenChange(false);
  };
  /** Moves the focus to the page behind a followed link. @returns the burger without one; false if it is moved */
  const placeAfter = () => {
    if (!isFollowed.current) return burger.current;
    isFollowed.current = false;
    document.querySelector('main')?.focus({ preventScroll: true });
    return false;
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Popup className={styles.menu} aria-label={t('nav.label')} finalFocus={placeAfter}>
          <div className={styles.head}>
            <Logo />
            <Dialog.Close className={styles.close} aria-label={t('header.closeMenu')}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <nav className={styles.links} aria-label={t('nav.label')}>
            {links.map(({ to, label, current, count }) => (
              <Link key={to} to={to} onClick={follow} aria-current={current ? 'page' : undefined}>
                {label}
                <NewsMark count={count} />
              </Link>
            ))}
          </nav>
          <CommunityLinks className={styles.community} />
          <LanguageSwitch />
          <div className={styles.account}>
            {readToken() ? (
              <SignOut />
            ) : (
              <>
                <ButtonLink to={inLocale(pageConfig.locale, paths.signUp)} onClick={follow} wide>
                  {t('header.signUp')}
                </ButtonLink>
                <ButtonLink
                  to={inLocale(pageConfig.locale, paths.auth)}
                  onClick={follow}
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
