import type { ReactNode } from 'react';
import { Icon, type IconName } from '#/client/ui/display/Icon.tsx';
import styles from './Notice.module.css';
import { Picture, type PictureFiles } from '#/client/ui/display/Picture.tsx';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** h1 where it is all that the page says. */
  as?: 'p' | 'h1' | 'h2';
  text: string;
  /** What to do now. */
  action?: ReactNode;
  /** What will lie here, in the dark. */
  picture?: PictureFiles | undefined;
}

/** Nothing is here yet, and what leads out of that. */
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
