import type { CSSProperties, ReactNode } from 'react';
import { Picture, type PictureFiles } from '#/client/ui/display/Picture.tsx';
import styles from './ProductCard.module.css';

interface ProductCardProps {
  name: string;
  /** Heading level of the name. */
  heading?: 'h2' | 'h3';
  picture: PictureFiles;
  pictureStyle?: CSSProperties | undefined;
  /** Content below the name: quantity and price. */
  note?: ReactNode;
  /** Description in a sentence or two. */
  text?: string | undefined;
  /** closed: not available, so it is dark. */
  state?: 'open' | 'closed';
  /** Content in the corner, such as a badge. */
  corner?: ReactNode;
  /** Buttons at the lower end. */
  children?: ReactNode;
}

/** A product on a shelf: a case, a card, a service. */
export function ProductCard({
  name,
  heading: Heading = 'h3',
  picture,
  pictureStyle,
  note,
  text,
  state = 'open',
  corner,
  children,
}: ProductCardProps) {
  return (
    <article className={`cut ${styles.card}`} data-state={state}>
      <div className={styles.picture}>
        <Picture files={picture} style={pictureStyle} loading="lazy" decoding="async" />
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
