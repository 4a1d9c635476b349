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
}

/** Room for the hazard tape and the glow above and below the tiles, px; the same as in the style sheet. */
export const REEL_MARGIN_PX = 24;

export function reelGeometry(tuning: SpinTuning, widthPx: number, heightPx: number): ReelGeometry {
  const scale = Math.max(0.2, (heightPx - 2 * REEL_MARGIN_PX) / tuning.tilePx);
  const pitch = pitchPx(tuning);
  return {
    widthPx,
    heightPx,
    scale,
    tiles: Math.ceil(widthPx / (pitch * scale)) + 2,
    unseenPx: widthPx / (2 * scale) + pitch,
  };
}
