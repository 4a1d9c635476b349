import type { PictureFiles } from '../ui/Picture.tsx';

// by themselves, so that this page does not carry the addresses of all pictures
const files = import.meta.glob<string>(
  [
    '../../../assets/items/{badge,briefcase-cash,camera,chips,compass,coupe-bone,duffel,gold}.{avif,webp}',
    '../../../assets/items/{helicopter,house,keys,keys-garage,licence,medkit,neon-sign}.{avif,webp}',
    '../../../assets/items/{petrol-pump,plate-taxi,safe,turbo,car-rear}.{avif,webp}',
  ],
  { eager: true, query: '?url', import: 'default' },
);

const SIDE_PX = 384;

/** The picture of a thing that stands for a topic of this page, by its file name. */
export function propPicture(name: string): PictureFiles {
  const avif = files[`../../../assets/items/${name}.avif`];
  const webp = files[`../../../assets/items/${name}.webp`];
  if (!avif || !webp) throw new Error(`no picture ${name} on the landing page`);
  return { avif, webp, widthPx: SIDE_PX, heightPx: SIDE_PX };
}
