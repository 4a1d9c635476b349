/** How the tiles blur with the speed of the strip. */
export interface BlurTuning {
  /** Length of the blur at top speed, px: about the distance of one frame. */
  spreadPx: number;
  /** Shares of the top speed at which the blur begins and is complete. */
  fromSpeed: number;
  fullSpeed: number;
}

/**
 * Every tile has one picture for each of these shares of the whole blur. The middle one is needed while the strip
 * brakes: a fade from sharp to the whole blur would show every tile double.
 */
export const BLURS = [0, 0.4, 1] as const;
const LAST = BLURS.length - 1;

/** Steps of the fade between two pictures: too fine to be visible, and few, so that most frames upload nothing. */
const STEPS = 16;

/**
 * The blur of the tiles for a speed of 0 to 1 (R2). 0 shows the first of `BLURS`, 1 the second; 1.25 shows the third
 * with a quarter of its opacity over the second.
 */
export function blurAt({ fromSpeed, fullSpeed }: BlurTuning, speed: number): number {
  const share = Math.min(1, Math.max(0, (speed - fromSpeed) / (fullSpeed - fromSpeed)));
  return Math.round(share * share * (3 - 2 * share) * LAST * STEPS) / STEPS;
}

/** The lower of the two pictures that show a blur: its place in `BLURS`, never the last. */
export function blurLevel(blur: number): number {
  return Math.min(LAST - 1, Math.floor(blur));
}
