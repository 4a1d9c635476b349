import type { PictureFiles } from '#/client/ui/display/Picture.tsx';

// a glob of its own, so that this page does not contain the addresses of all pictures
const files = import.meta.glob<string>(
  [
    '../../../../../assets/items/{badge,boombox,camera,car,chips,compass,duffel,gold,jerrycan}.{avif,webp}',
    '../../../../../assets/items/{keys,keys-garage,licence,medkit,neon-sign,petrol-pump}.{avif,webp}',
    '../../../../../assets/items/{plate-gold,plate-taxi,safe,turbo,watch-gold}.{avif,webp}',
    '../../../../../assets/scenes/{docks,patrol,roadblock-wide,villa}.{avif,webp}',
  ],
  { eager: true, query: '?url', import: 'default' },
);

const SIDE_PX = 384;
const SCENE_PX = { widthPx: 1280, heightPx: 720 };

function filesOf(path: string) {
  const avif = files[`../../../../../assets/${path}.avif`];
  const webp = files[`../../../../../assets/${path}.webp`];
  if (!avif || !webp) throw new Error(`no picture ${path} on the landing page`);
  return { avif, webp };
}

/** Finds the picture of a thing by its file name. */
export const propPicture = (name: string): PictureFiles => ({
  ...filesOf(`items/${name}`),
  widthPx: SIDE_PX,
  heightPx: SIDE_PX,
});

/** Finds the picture of a place in the city by its file name. */
export const scenePicture = (name: string): PictureFiles => ({ ...filesOf(`scenes/${name}`), ...SCENE_PX });
