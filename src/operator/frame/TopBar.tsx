import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { Rail } from './Rail.tsx';
import { SearchBox } from './SearchBox.tsx';
import { LogoMark } from '../parts/LogoMark.tsx';
import styles from './TopBar.module.css';

/** The bar above every page: the link home, the menu of pages on a narrow screen, and the operator's menu. */
export function TopBar({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation('operator');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <header className={styles.bar}>
      <Dialog.Root open={isOpen} onOpenChange={(next) => setIsOpen(next)}>
        <Dialog.Trigger className={styles.burger} aria-label={t('rail.open')}>
          <span />
          <span />
          <span />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className={styles.backdrop} />
          <Dialog.Popup className={styles.drawer} aria-label={t('rail.label')}>
            <Dialog.Close className={styles.close} aria-label={t('rail.close')}>
              <Icon name="close" />
            </Dialog.Close>
            <Rail onChosen={() => setIsOpen(false)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <Link to="/" className={styles.home}>
        <LogoMark />
        <span className={styles.name} aria-hidden>
          {t('title')}
        </span>
        <span className="unseen">{t('title')}</span>
      </Link>
      <SearchBox />
      <span className={styles.space} />
      <button type="button" className={styles.help} aria-label={t('keyboard.title')} onClick={onHelp}>
        ?
      </button>
      <PersonMenu />
    </header>
  );
}
