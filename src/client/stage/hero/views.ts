/** What lies where in the two pictures of the street; shares of the picture, from its upper left corner. */
export interface View {
  widthPx: number;
  heightPx: number;
  /** Where the road ends. */
  vanishing: readonly [x: number, y: number];
  /** The sign with a fault: its middle, half its width, and where it ends and its mirror image on the road begins. */
  sign: readonly [x: number, half: number, bottom: number, road: number];
  /** Where steam rises: its foot, and its size. */
  steam: readonly [x: number, y: number, width: number, height: number];
}

export type ViewName = 'wide' | 'tall';

export const views: Record<ViewName, View> = {
  wide: {
    widthPx: 1920,
    heightPx: 1080,
    vanishing: [0.613, 0.615],
    sign: [0.945, 0.048, 0.49, 0.6],
    steam: [0.515, 0.715, 0.15, 0.27],
  },
  tall: {
    widthPx: 780,
    heightPx: 1200,
    vanishing: [0.475, 0.635],
    sign: [0.775, 0.045, 0.59, 0.66],
    steam: [0.3, 0.745, 0.34, 0.24],
  },
};

/** A picture that covers its place as `object-fit: cover` does: `at * scale + offset` is the place in the picture. */
export interface Crop {
  scaleX: number;
  scaleY: number;
  offsetX: number;
  offsetY: number;
  /** Screen pixels of one pixel of the picture. */
  zoom: number;
}

/**
 * @param x share of the room to spare that is cut off on the left, as the first value of `object-position`
 * @param y the same at the top
 */
export function coverCrop(view: View, widthPx: number, heightPx: number, x: number, y: number): Crop {
  const zoom = Math.max(widthPx / view.widthPx, heightPx / view.heightPx);
  const scaleX = widthPx / (view.widthPx * zoom);
  const scaleY = heightPx / (view.heightPx * zoom);
  return { scaleX, scaleY, offsetX: (1 - scaleX) * x, offsetY: (1 - scaleY) * y, zoom };
}

/** The shares of a computed `object-position`, as `66% 62%`; the middle where it is something else. */
export function positionShares(objectPosition: string): [x: number, y: number] {
  const shares = objectPosition
    .split(' ')
    .map((value) => (value.endsWith('%') ? Number.parseFloat(value) / 100 : 0.5));
  return [shares[0] ?? 0.5, shares[1] ?? 0.5];
}
