import type { ReactNode } from 'react';
import { cssImage } from '#/client/ui/display/cssImage.ts';
import { Picture, type PictureFiles } from '#/client/ui/display/Picture.tsx';
import styles from './PrizeCard.module.css';
import { RarityMark } from '#/client/ui/display/RarityMark.tsx';

interface PrizeCardProps {
  name: string;
  picture: PictureFiles;
  /** White mask of the rim light, tinted with the rarity. */
  rim?: PictureFiles | undefined;
  rarity: string;
  rarityLabel: string;
  /** A short figure in the corner, such as the chance. */
  note?: ReactNode;
  /** Buttons under the name. */
  children?: ReactNode;
}

/** A prize in the light of its rarity. */
export function PrizeCard({ name, picture, rim, rarity, rarityLabel, note, children }: PrizeCardProps) {
  return (
    <article className={styles.card} data-rarity={rarity} aria-label={name}>
      <div className={styles.light} />
      {note && <span className={styles.note}>{note}</span>}
      <div className={styles.art}>
        <Picture files={picture} loading="lazy" decoding="async" />
        {rim && <span style={{ maskImage: cssImage(rim) }} />}
      </div>
      <div className={styles.caption}>
        <span className={styles.name}>{name}</span>
        <RarityMark rarity={rarity} label={rarityLabel} spread="apart" />
        {children}
      </div>
    </article>
  );
}
