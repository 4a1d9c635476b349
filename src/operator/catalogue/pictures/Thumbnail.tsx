import { shopImage } from '#/client/platform/media/images.ts';
import { Picture } from '#/client/ui/display/Picture.tsx';
import styles from './Pictures.module.css';

interface ThumbnailProps {
  /** As `items/sultan`. */
  name: string;
  /** The site has such a picture. Without it the place stays empty. */
  isThere: boolean;
  /** small: in a row of a table. */
  size?: 'small' | 'medium' | 'large';
}

/** A picture of the catalogue in small. Its name stands beside it, so it says nothing to screen readers. */
export function Thumbnail({ name, isThere, size = 'medium' }: ThumbnailProps) {
  return (
    <span className={styles.thumbnail} data-size={size}>
      {isThere && <Picture files={shopImage(name)} loading="lazy" decoding="async" />}
    </span>
  );
}
