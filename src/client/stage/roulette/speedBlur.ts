/** How the tiles blur with the speed of the strip. */
export interface BlurTuning {
  /** Length of the blur at top speed, px: about what a tile moves in a frame. */
  spreadPx: number;
  /** Shares of the top speed at which the blur begins and is whole. */
  fromSpeed: number;
  fullSpeed: number;
}

/** So many steps that none is seen, and so few that most frames have nothing new to upload. */
const STEPS = 24;

/** Opacity of the blurred tiles over the sharp ones, 0 to 1, for a speed of 0 to 1 (R2). */
export function blurAt({ fromSpeed, fullSpeed }: BlurTuning, speed: number): number {
  const share = Math.min(1, Math.max(0, (speed - fromSpeed) / (fullSpeed - fromSpeed)));
  return Math.round(share * share * (3 - 2 * share) * STEPS) / STEPS;
}
