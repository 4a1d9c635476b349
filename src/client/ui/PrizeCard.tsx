import type { CSSProperties, ReactNode } from 'react';
import { Pips } from './Pips.tsx';
import styles from './PrizeCard.module.css';

interface PrizeCardProps {
  name: string;
  imageUrl: string;
  /** White mask of the rim light, tinted with the rarity. */
  rimUrl?: string | undefined;
  rarity: string;
  rarityLabel: string;
  /** A short figure in the corner, such as the chance. */
  note?: ReactNode;
  /** Buttons under the name. */
  children?: ReactNode;
}

/** A prize under its own coloured light. */
export function PrizeCard({ name, imageUrl, rimUrl, rarity, rarityLabel, note, children }: PrizeCardProps) {
  return (
    <article className={styles.card} data-rarity={rarity}>
      <div className={styles.light} />
      {note && <span className={styles.note}>{note}</span>}
      <div className={styles.art}>
        <img src={imageUrl} alt="" loading="lazy" decoding="async" width="420" height="420" />
        {rimUrl && <span style={{ '--rim': `url("${rimUrl}")` } as CSSProperties} />}
      </div>
      <div className={styles.caption}>
        <span className={styles.name}>{name}</span>
        <span className={styles.rarity}>
          <Pips />
          <span className="label">{rarityLabel}</span>
        </span>
        {children}
      </div>
    </article>
  );
}
