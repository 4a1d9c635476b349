import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

/** A placeholder of loading content. `height` is a CSS length, or a ratio such as '3 / 4'. */
export function Skeleton({ height }: { height: string }) {
  const size: CSSProperties = height.includes('/') ? { aspectRatio: height } : { height };
  return <span className={styles.skeleton} style={size} aria-hidden="true" />;
}
