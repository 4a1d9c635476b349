interface OpenPlace {
  x: number;
  y: number;
  side: number;
}

/**
 * Where the closed picture lies in the square of the open one, in shares of its side, for cases without frames: the
 * body of the case stays where it is while the lid goes up. Both pictures are rendered, so it was measured once.
 */
export const openPlaces: Readonly<Record<string, OpenPlace>> = {
  diplomat: { x: 0, y: 0.235, side: 0.885 },
  garage: { x: 0.086, y: 0.212, side: 0.8 },
  loft: { x: 0.0138, y: 0.1995, side: 0.8744 },
  patrol: { x: 0.0138, y: 0.1995, side: 0.8744 },
  port: { x: 0.142, y: 0.055, side: 0.85 },
  taxi: { x: 0.0138, y: 0.1995, side: 0.8744 },
};
