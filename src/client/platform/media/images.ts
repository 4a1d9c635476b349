import unknownUrl from '../../../../assets/brand/unknown.svg?no-inline';
import { PICTURE_PX, uploadedName, uploadedPath } from '#/contract/uploadedPicture.ts';
import type { PictureFiles } from '#/client/ui/display/Picture.tsx';

/** Addresses of the rendered pictures, by file path. A picture's name is the `imageName` of the API. */
const files = import.meta.glob<string>('../../../../assets/{items,cases,products,referral}/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Layouts of the sheets with the frames of an opening, by file path. */
const sheets = import.meta.glob<FrameSheet>('../../../../assets/cases/*.frames.json', {
  eager: true,
  import: 'default',
});

interface FrameSheet {
  frames: number;
  /** Size of one frame, px. */
  size: number;
  columns: number;
  rows: number;
  /** Position of the closed picture in the square of the open one, as shares of its side. */
  closed: { x: number; y: number; side: number };
}

const { thing: ITEM_PX, rim: RIM_PX, caseCard, casePage } = PICTURE_PX;
const CASE_PX = { card: caseCard, hero: casePage, open: casePage };
export const MEDALS = 6;

/** An uploaded picture has only one look, so its case looks the same open and closed. */
function filesOf(path: string, sidePx: number): PictureFiles | undefined {
  const uploaded = uploadedName(path);
  const at = (format: 'avif' | 'webp') =>
    uploaded ? uploadedPath(uploaded, sidePx, format) : files[`../../../../assets/${path}.${format}`];
  const [avif, webp] = [at('avif'), at('webp')];
  return avif && webp ? { avif, webp, widthPx: sidePx, heightPx: sidePx } : undefined;
}

function pictureOf(path: string, sidePx: number): PictureFiles {
  const picture = filesOf(path, sidePx);
  if (picture) return picture;
  console.warn(`no picture ${path}`);
  return { avif: unknownUrl, webp: unknownUrl, widthPx: sidePx, heightPx: sidePx };
}

/** The picture of a prize, and the white mask of its rim light, which the page tints with the rarity. */
export function itemImage(imageName: string): { picture: PictureFiles; rim: PictureFiles | undefined } {
  return {
    picture: pictureOf(`items/${imageName}`, ITEM_PX),
    rim: filesOf(`items/${imageName}.rim`, RIM_PX),
  };
}

/** The pictures of a case: 420 px for lists; 900 px for its own page, closed (`hero`) and open (`open`). */
export function caseImage(imageName: string, look: 'card' | 'hero' | 'open' = 'card'): PictureFiles {
  return pictureOf(`cases/${imageName}${look === 'card' ? '' : `.${look}`}`, CASE_PX[look]);
}

/** The frames in which the lid of a case opens, 24 in a sheet of 6 by 4; undefined if the case has none. */
export function caseFrames(
  imageName: string,
): { sheet: PictureFiles; closed: FrameSheet['closed'] } | undefined {
  const layout = sheets[`../../../../assets/cases/${imageName}.frames.json`];
  if (!layout) return undefined;
  const { size, columns, rows, closed } = layout;
  const sheet = filesOf(`cases/${imageName}.frames`, size * columns);
  return sheet && { sheet: { ...sheet, heightPx: size * rows }, closed };
}

/** A picture of the shop by the path in the catalogue: items/coins1, products/parking, cases/port. */
export function shopImage(path: string): PictureFiles {
  return pictureOf(path, path.startsWith('cases/') ? CASE_PX.card : ITEM_PX);
}

/** The medal of a referral status, from 1 to `MEDALS`. */
export function medalImage(level: number): PictureFiles {
  return pictureOf(`referral/medal${level}`, ITEM_PX);
}
