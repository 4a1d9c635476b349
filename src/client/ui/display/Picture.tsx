import type { ComponentProps } from 'react';

/** One picture in both formats, with its size in pixels. */
export interface PictureFiles {
  avif: string;
  webp: string;
  widthPx: number;
  heightPx: number;
}

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'width' | 'height'> & { files: PictureFiles };

/** A picture in the best format the browser supports. Without `alt` it is decoration. */
export function Picture({ files, alt = '', ...rest }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={files.avif} />
      <img {...rest} src={files.webp} alt={alt} width={files.widthPx} height={files.heightPx} />
    </picture>
  );
}
