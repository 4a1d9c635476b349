import type { ReactNode } from 'react';
import { Picture, type PictureFiles } from '#/client/ui/display/Picture.tsx';
import styles from './ProductCard.module.css';

interface ProductCardProps {
  name: string;
  /** The rank of the name in the outline of the page. */
  heading?: 'h2' | 'h3';
  picture: PictureFiles;
  /** Under the name: how many there are, what it costs. */
  note?: ReactNode;
  /** What it is, in a sentence or two. */
  text?: string | undefined;
  /** closed: cannot be had, so its lights are out. */
  state?: 'open' | 'closed';
  /** In the corner, such as a badge. */
  corner?: ReactNode;
  /** The buttons at its foot. */
  children?: ReactNode;
}

/** A thing on a shelf under a lamp: a case, a card, a service. */
export function ProductCard({
  name,
  heading: Heading = 'h3',
  picture,
  note,
  text,
  state = 'open',
  corner,
  children,
}: ProductCardProps) {
  return (
    <article className={`cut ${styles.card}`} data-state={state}>
      <div className={styles.picture}>
        <Picture files={picture} loading="lazy" decoding="async" />
      </div>
      <div className={styles.caption}>
        <Heading className={styles.name}>{name}</Heading>
        {text && <p className={styles.text}>{text}</p>}
        {note && <div className={`label ${styles.note}`}>{note}</div>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
      {corner && <div className={styles.corner}>{corner}</div>}
    </article>
  );
}
