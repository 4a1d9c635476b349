/** Positions in the two pictures of the street, as shares of the picture from its upper left corner. */
export interface View {
  widthPx: number;
  heightPx: number;
  /** Vanishing point of the road. */
  vanishing: readonly [x: number, y: number];
  /** The faulty sign: its middle, half its width, its lower edge, and the start of its reflection on the road. */
  sign: readonly [x: number, half: number, bottom: number, road: number];
  /** The steam: its foot and its size. */
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

/** Crop of a picture as with `object-fit: cover`: `at * scale + offset` is the position in the picture. */
export interface Crop {
  scaleX: number;
  scaleY: number;
  offsetX: number;
  offsetY: number;
  /** Screen pixels per pixel of the picture. */
  zoom: number;
}

/**
 * @param x share of the surplus width that is cut off on the left, as the first value of `object-position`
 * @param y the same for the height, at the top
 */
export function coverCrop(view: View, widthPx: number, heightPx: number, x: number, y: number): Crop {
  const zoom = Math.max(widthPx / view.widthPx, heightPx / view.heightPx);
  const scaleX = widthPx / (view.widthPx * zoom);
  const scaleY = heightPx / (view.heightPx * zoom);
  return { scaleX, scaleY, offsetX: (1 - scaleX) * x, offsetY: (1 - scaleY) * y, zoom };
}

/** Reads a computed `object-position` such as `66% 62%` as shares. A value that is no percentage counts as the middle. */
export function positionShares(objectPosition: string): [x: number, y: number] {
  const shares = objectPosition
    .split(' ')
    .map((value) => (value.endsWith('%') ? Number.parseFloat(value) / 100 : 0.5));
  return [shares[0] ?? 0.5, shares[1] ?? 0.5];
}
