import type { ReelFrame } from './reelFrame.ts';
import { indexAt, pitchPx, type SpinTuning } from './timeline.ts';

/** How the needle answers the tiles that pass below it. */
export interface NeedleTuning {
  /** A tile's edge pushes the needle from this far, px. */
  reachPx: number;
  /** How far it leans before it slips over an edge, radians. */
  leanRad: number;
  /** One swing after it has slipped, ms, and how soon the swinging dies down, ms. */
  swingMs: number;
  dampMs: number;
  /** How soon the flash of a passing edge fades, ms. */
  flashMs: number;
  /** Light of the needle between two tiles, 0 to 1. */
  restAlpha: number;
  /** From this share of the braking on the needle is lit in the rarity of the tile below it. */
  tensionFrom: number;
}

/** After so many times its damping nothing of a motion is seen: then the needle stands, and costs nothing. */
const STILL = 5;

/**
 * How far the needle leans with the strip, 1 being an edge about to slip by. Pushed by the next edge, it slips
 * over it and swings: slowly at the end of a spin, when it hangs on an edge that may still win (R3).
 */
export function needleLean(needle: NeedleTuning, spin: SpinTuning, frame: ReelFrame): number {
  const pitch = pitchPx(spin);
  const toEdgePx = (indexAt(spin, frame.positionPx) + 0.5) * pitch - frame.positionPx;
  const push = Math.max(0, 1 - toEdgePx / needle.reachPx);
  const sinceMs = frame.sinceCrossingMs;
  if (sinceMs > STILL * needle.dampMs) return push;
  const swing = Math.exp(-sinceMs / needle.dampMs) * Math.cos((2 * Math.PI * sinceMs) / needle.swingMs);
  return push + swing;
}

/** How brightly the needle shines, 0 to 1: it flashes with every edge. */
export function needleLight(needle: NeedleTuning, frame: ReelFrame): number {
  if (frame.sinceCrossingMs > STILL * needle.flashMs) return needle.restAlpha;
  return needle.restAlpha + (1 - needle.restAlpha) * Math.exp(-frame.sinceCrossingMs / needle.flashMs);
}
