import { shopImage } from '#/client/platform/media/images.ts';
import { Picture } from '#/client/ui/display/Picture.tsx';
import styles from './Pictures.module.css';

interface ThumbnailProps {
  /** Name with kind, for example `items/sultan`. */
  name: string;
  /** Whether the picture exists. If not, the place stays empty. */
  isThere: boolean;
  /** small: for rows of a table. */
  size?: 'small' | 'medium' | 'large';
}

/** A small picture of the catalogue. Its name is shown beside it, so screen readers skip the picture. */
export function Thumbnail({ name, isThere, size = 'medium' }: ThumbnailProps) {
  return (
    <span className={styles.thumbnail} data-size={size}>
      {isThere && <Picture files={shopImage(name)} loading="lazy" decoding="async" />}
    </span>
  );
}
