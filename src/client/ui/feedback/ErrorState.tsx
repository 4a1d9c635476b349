import { Button } from '#/client/ui/inputs/Button.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './Notice.module.css';

interface ErrorStateProps {
  title: string;
  /** Heading level; h1 if the page shows nothing else. */
  as?: 'p' | 'h1' | 'h2';
  text: string;
  retryLabel: string;
  onRetry: () => void;
  busy?: boolean;
}

/** Says that something failed to load, with a retry button. */
export function ErrorState({
  title,
  as: Title = 'p',
  text,
  retryLabel,
  onRetry,
  busy = false,
}: ErrorStateProps) {
  return (
    <div className={`cut ${styles.notice}`} data-tone="error" role="alert">
      <Icon name="warning" className={styles.sign} />
      <Title className={styles.title}>{title}</Title>
      <p className={styles.text}>{text}</p>
      <Button variant="secondary" size="small" icon="reload" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
}
