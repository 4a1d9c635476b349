import { useTranslation } from 'react-i18next';
import { Button } from '#/client/ui/inputs/Button.tsx';
import styles from './Pager.module.css';

interface PagerProps {
  /** Undefined when there are no newer rows. */
  onNewer?: (() => void) | undefined;
  onOlder?: (() => void) | undefined;
  busy: boolean;
}

/** Buttons for newer and older rows of a list without page numbers. */
export function Pager({ onNewer, onOlder, busy }: PagerProps) {
  const { t } = useTranslation('operator');
  if (!onNewer && !onOlder) return null;
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <Button variant="secondary" size="small" icon="arrowLeft" disabled={!onNewer || busy} onClick={onNewer}>
        {t('pager.newer')}
      </Button>
      <Button
        variant="secondary"
        size="small"
        icon="arrowRight"
        disabled={!onOlder || busy}
        onClick={onOlder}
      >
        {t('pager.older')}
      </Button>
    </nav>
  );
}
