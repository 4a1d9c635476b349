import type { CSSProperties, ReactNode } from 'react';
import { Badge } from '#/client/ui/display/Badge.tsx';
import { Picture, type PictureFiles } from '#/client/ui/display/Picture.tsx';
import styles from './TierCard.module.css';

interface TierCardProps {
  title: string;
  picture: PictureFiles;
  /** Scale of the picture; 1 fills its place. */
  pictureScale?: number;
  /** Text in the corner, such as `+25 %`. */
  bonus?: string | undefined;
  /** Text before the price, such as "from". */
  priceLabel: string;
  price: ReactNode;
  /** The amount in the form is in this tier. */
  selected: boolean;
  onSelect: () => void;
  disabled?: boolean | undefined;
}

/** A range of prices with its bonus. A click chooses its lower bound (S2). */
export function TierCard({
  title,
  picture,
  pictureScale = 1,
  bonus,
  priceLabel,
  price,
  selected,
  onSelect,
  disabled = false,
}: TierCardProps) {
  return (
    <button
      type="button"
      className={`cut ${styles.tier}`}
      aria-pressed={selected}
      onClick={onSelect}
      disabled={disabled}
    >
      <span className={styles.picture}>
        <Picture
          files={picture}
          loading="lazy"
          decoding="async"
          style={{ '--scale': pictureScale } as CSSProperties}
        />
      </span>
      <b className={styles.title}>{title}</b>
      <span className={styles.price}>
        <span className="label">{priceLabel}</span>
        <strong>{price}</strong>
      </span>
      {bonus && (
        <span className={styles.bonus}>
          <Badge tone={disabled ? 'quiet' : selected ? 'sodium' : 'tail'}>{bonus}</Badge>
        </span>
      )}
    </button>
  );
}
