import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LARGE_BREAKPOINT_PX } from '#/contract/kernel/limits.ts';
import { NewsMark } from './NewsMark.tsx';
import { useUnreadNews } from '#/client/domain/queries/player.ts';
import styles from './MobileMenu.module.css';
import { useLater } from '#/client/platform/hydration/useLater.ts';

const loadPanel = () => import('./MobileMenuPanel.tsx');

/** The header's sections on viewports below `LARGE_BREAKPOINT_PX`; closes when the viewport gets wider (L2). */
export function MobileMenu() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const burger = useRef<HTMLButtonElement>(null);
  const unread = useUnreadNews();
  const panel = useLater(loadPanel, open);

  useEffect(() => {
    const large = matchMedia(`(min-width: ${LARGE_BREAKPOINT_PX}px)`);
    const closeAtLarge = () => setOpen(false);
    large.addEventListener('change', closeAtLarge);
    return () => large.removeEventListener('change', closeAtLarge);
  }, []);

  return (
    <>
      <button
        ref={burger}
        type="button"
        className={styles.burger}
        aria-label={unread ? t('header.openMenuNews', { unread }) : t('header.openMenu')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span className={styles.line} />
        <span className={styles.line} />
        {unread && <NewsMark count={unread} />}
      </button>
      {panel && <panel.MobileMenuPanel open={open} onOpenChange={setOpen} burger={burger} />}
    </>
  );
}
