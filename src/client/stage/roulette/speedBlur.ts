/** How the tiles blur with the speed of the strip. */
export interface BlurTuning {
  /** Length of the blur at top speed, px: about what a tile moves in a frame. */
  spreadPx: number;
  /** Shares of the top speed at which the blur begins and is whole. */
  fromSpeed: number;
  fullSpeed: number;
}

/**
 * The pictures that every tile has, by the share of the whole blur in each: the sharp one, then one that a slower strip
 * fades through. Straight from sharp to the whole blur a braking strip would be seen double.
 */
export const BLURS = [0, 0.4, 1] as const;
const LAST = BLURS.length - 1;

/** So many steps from one picture to the next that none is seen, and so few that most frames have nothing new to upload. */
const STEPS = 16;

/**
 * How blurred the tiles are for a speed of 0 to 1 (R2): 0 shows the first of `BLURS`, 1 the second, 1.25 the second
 * under a quarter of the third.
 */
export function blurAt({ fromSpeed, fullSpeed }: BlurTuning, speed: number): number {
  const share = Math.min(1, Math.max(0, (speed - fromSpeed) / (fullSpeed - fromSpeed)));
  return Math.round(share * share * (3 - 2 * share) * LAST * STEPS) / STEPS;
}

/** The lower of the two pictures that show it: its place in `BLURS`, never the last. */
export function blurLevel(blur: number): number {
  return Math.min(LAST - 1, Math.floor(blur));
}
