import { itemImage } from '#/client/platform/media/images.ts';
import { cssImage } from '#/client/ui/display/cssImage.ts';
import { Picture } from '#/client/ui/display/Picture.tsx';
import styles from './PrizeOnPlinth.module.css';

/** A prize in the light of the nearest `[data-rarity]` around it, set down on a lit round of steel. */
export function PrizeOnPlinth({ imageName }: { imageName: string }) {
  const { picture, rim } = itemImage(imageName);
  return (
    <div className={styles.art}>
      <span className={styles.plinth} />
      <Picture files={picture} />
      {rim && <span className={styles.rim} style={{ maskImage: cssImage(rim) }} />}
    </div>
  );
}
