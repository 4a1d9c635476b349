import { useTranslation } from 'react-i18next';
import { Button } from '#/client/ui/inputs/Button.tsx';
import styles from './Pager.module.css';

interface PagerProps {
  /** Undefined when this is the first page. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Whether the newest rows come first. Otherwise the buttons do not speak of time. */
  isByTime?: boolean | undefined;
  busy: boolean;
}

/** Buttons for the pages of a list without page numbers. */
export function Pager({ onPrevious, onNext, isByTime = true, busy }: PagerProps) {
  const { t } = useTranslation('operator');
  if (!onPrevious && !onNext) return null;
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <Button
        variant="secondary"
        size="small"
        icon="arrowLeft"
        disabled={!onPrevious || busy}
        onClick={onPrevious}
      >
        {t(isByTime ? 'pager.newer' : 'pager.previous')}
      </Button>
      <Button variant="secondary" size="small" icon="arrowRight" disabled={!onNext || busy} onClick={onNext}>
        {t(isByTime ? 'pager.older' : 'pager.next')}
      </Button>
    </nav>
  );
}
