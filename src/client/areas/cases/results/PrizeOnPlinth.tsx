import { itemImage } from '#/client/platform/media/images.ts';
import { cssImage } from '#/client/ui/display/cssImage.ts';
import { Picture } from '#/client/ui/display/Picture.tsx';
import styles from './PrizeOnPlinth.module.css';

/** A prize on a lit disc of steel, in the colour of the nearest `[data-rarity]` around it. */
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
