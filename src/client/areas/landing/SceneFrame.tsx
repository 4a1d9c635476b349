import type { ReactNode } from 'react';
import { Picture, type PictureFiles } from '#/client/ui/display/Picture.tsx';
import styles from './SceneFrame.module.css';

interface SceneFrameProps {
  picture: PictureFiles;
  /** Sets the size of the frame and the visible part of the picture (`--at`). */
  className?: string | undefined;
  /** Text at the lower end. */
  children: ReactNode;
}

/** A picture of the city in a cut frame, like a film poster. */
export function SceneFrame({ picture, className = '', children }: SceneFrameProps) {
  return (
    <article className={`cut ${styles.frame} ${className}`}>
      <div className={styles.scene}>
        <Picture files={picture} loading="lazy" decoding="async" />
      </div>
      <div className={styles.words}>{children}</div>
    </article>
  );
}
