import { pitchPx, type SpinTuning } from './spin/timeline.ts';

/** How a reel fits its host: the height of the host decides the size of the tiles. */
export interface ReelGeometry {
  widthPx: number;
  heightPx: number;
  /** Screen pixels per unscaled pixel of the strip. */
  scale: number;
  /** Tiles that cover the width while the strip is anywhere between two of them. */
  tiles: number;
  /** Unscaled distance from the pointer beyond which a tile cannot be seen, px. */
  unseenPx: number;
}

/** Room above and below the tiles that the hazard tape and the glow take, px; the same as in the style sheet. */
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
