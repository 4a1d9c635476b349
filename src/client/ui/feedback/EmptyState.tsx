import type { ReactNode } from 'react';
import { Icon, type IconName } from '#/client/ui/display/Icon.tsx';
import styles from './Notice.module.css';
import { Picture, type PictureFiles } from '#/client/ui/display/Picture.tsx';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** Heading level; h1 if the page shows nothing else. */
  as?: 'p' | 'h1' | 'h2';
  text: string;
  /** The action that helps. */
  action?: ReactNode;
  /** A dimmed picture of the missing content. */
  picture?: PictureFiles | undefined;
}

/** Says that there is no content yet, and offers an action. */
export function EmptyState({ icon, title, as: Title = 'p', text, action, picture }: EmptyStateProps) {
  return (
    <div className={`cut ${styles.notice}`}>
      {picture && (
        <div className={styles.picture}>
          <Picture files={picture} loading="lazy" decoding="async" />
        </div>
      )}
      <Icon name={icon} className={styles.sign} />
      <Title className={styles.title}>{title}</Title>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  );
}
