import type { PictureFiles } from './Picture.tsx';

/** The picture as a CSS image in the best format; browsers that cannot choose take the WebP. */
export function cssImage({ avif, webp }: PictureFiles): string {
  const choice = `image-set(url("${avif}") type("image/avif"), url("${webp}") type("image/webp"))`;
  return CSS.supports('mask-image', choice) ? choice : `url("${webp}")`;
}
