import { pitchPx, type SpinTuning } from './spin/timeline.ts';

/** How a reel fits its host. The height of the host decides the size of the tiles. */
export interface ReelGeometry {
  widthPx: number;
  heightPx: number;
  /** Screen pixels per unscaled pixel of the strip. */
  scale: number;
  /** Number of tiles that cover the width at any position of the strip. */
  tiles: number;
  /** Unscaled distance from the pointer beyond which a tile is outside the reel, px. */
  unseenPx: number;
  /** Room above and below the tiles, px. */
  marginPx: number;
}

/** Room for the hazard tape and the glow above and below the tiles, px; the same as in the style sheet. */
export const REEL_MARGIN_PX = 24;

/** The least scale of a reel. */
const LEAST_SCALE = 0.1;

/** @param marginPx room above and below the tiles */
export function reelGeometry(
  tuning: SpinTuning,
  widthPx: number,
  heightPx: number,
  marginPx = REEL_MARGIN_PX,
): ReelGeometry {
  const scale = Math.max(LEAST_SCALE, (heightPx - 2 * marginPx) / tuning.tilePx);
  const pitch = pitchPx(tuning);
  return {
    widthPx,
    heightPx,
    scale,
    tiles: Math.ceil(widthPx / (pitch * scale)) + 2,
    unseenPx: widthPx / (2 * scale) + pitch,
    marginPx,
  };
}
