import type { ReactNode } from 'react';
import { Picture, type PictureFiles } from '#/client/ui/display/Picture.tsx';
import styles from './SceneFrame.module.css';

interface SceneFrameProps {
  picture: PictureFiles;
  /** Size of the frame, and what of the picture is seen first (`--at`). */
  className?: string | undefined;
  /** Said at its dark foot. */
  children: ReactNode;
}

/** A place in the city behind a cut frame, like the poster of a film. */
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
