import type { ReelFrame } from './spin/reelFrame.ts';
import { indexAt, pitchPx, type SpinTuning } from './spin/timeline.ts';

/** How the needle reacts to the tiles that pass below it. */
export interface NeedleTuning {
  /** Distance from which a tile's edge pushes the needle, px. */
  reachPx: number;
  /** How far the needle leans before it slips over an edge, radians. */
  leanRad: number;
  /** Period of the swing after it has slipped, and the time in which the swing decays, ms. */
  swingMs: number;
  dampMs: number;
  /** Time in which the flash of a passing edge decays, ms. */
  flashMs: number;
  /** Light of the needle between two tiles, 0 to 1. */
  restAlpha: number;
  /** From this share of the braking on, the needle has the colour of the tile below it. */
  tensionFrom: number;
}

/** Steps of a lean of 1, and of the light from rest to flash: too fine to be visible. */
const LEAN_STEPS = 32;
const FLASH_STEPS = 24;
/** Above this share of the top speed the needle changes in every other frame only: no eye can follow it. */
const FAST = 0.7;
/** Mask that rounds a time down to a multiple of 32 ms. */
const FAST_MS = ~31;
/** The largest lean of swing and push together, to either side. */
const LEAST_LEAN = -0.5;
const MOST_LEAN = 1.2;

/** After this many decay times a motion is invisible: the needle stands still and costs nothing. */
const STILL = 5;

/** How far the needle swings `sinceMs` after an edge has slipped by; 1 is its lean before that. */
function swingAt({ swingMs, dampMs }: NeedleTuning, sinceMs: number): number {
  if (sinceMs > STILL * dampMs) return 0;
  return Math.exp(-sinceMs / dampMs) * Math.cos((2 * Math.PI * sinceMs) / swingMs);
}

/** How far the next edge pushes the needle, 0 to 1. */
function pushAt({ reachPx }: NeedleTuning, spin: SpinTuning, positionPx: number): number {
  const toEdgePx = (indexAt(spin, positionPx) + 0.5) * pitchPx(spin) - positionPx;
  return Math.max(0, 1 - toEdgePx / reachPx);
}

function lightAt({ flashMs, restAlpha }: NeedleTuning, sinceMs: number): number {
  if (sinceMs > STILL * flashMs) return restAlpha;
  return restAlpha + (1 - restAlpha) * Math.exp(-sinceMs / flashMs);
}

/**
 * How far the needle leans with the strip; at 1 an edge is about to slip by. The next edge pushes the needle, which
 * then slips over it and swings. Near the end of a spin the push is slow, and each edge may still decide (R3).
 */
export function needleLean(needle: NeedleTuning, spin: SpinTuning, frame: ReelFrame): number {
  return pushAt(needle, spin, frame.positionPx) + swingAt(needle, frame.sinceCrossingMs);
}

/** How brightly the needle shines, 0 to 1: it flashes with every edge. */
export function needleLight(needle: NeedleTuning, frame: ReelFrame): number {
  return lightAt(needle, frame.sinceCrossingMs);
}

/** A state of the needle with a picture of its own, and the lean or light of that picture. */
export interface NeedleStep {
  step: number;
  value: number;
}

const stepsFrom = (first: number, last: number, valueOf: (step: number) => number): NeedleStep[] =>
  Array.from({ length: last - first + 1 }, (_, at) => ({ step: first + at, value: valueOf(first + at) }));

/** All leans that are shown, as in `needleLean`. */
export const needleLeans = stepsFrom(
  Math.round(LEAST_LEAN * LEAN_STEPS),
  Math.round(MOST_LEAN * LEAN_STEPS),
  (step) => step / LEAN_STEPS,
);

/** All lights that are shown, as in `needleLight`. */
export const needleLights = ({ restAlpha }: NeedleTuning): NeedleStep[] =>
  stepsFrom(0, FLASH_STEPS, (step) => restAlpha + ((1 - restAlpha) * step) / FLASH_STEPS);

/** The state of the needle for a frame, as whole numbers: reading them every frame allocates nothing. */
export interface NeedleSteps {
  /** Places in `needleLeans` and `needleLights`. */
  lean: (frame: ReelFrame) => number;
  light: (frame: ReelFrame) => number;
}

/** `needleLean` and `needleLight` in steps, computed in advance for every millisecond after an edge. */
export function needleSteps(needle: NeedleTuning, spin: SpinTuning): NeedleSteps {
  const stillMs = Math.ceil(STILL * Math.max(needle.dampMs, needle.flashMs)) + 1;
  const swings = Int8Array.from({ length: stillMs + 1 }, (_, sinceMs) =>
    Math.round(swingAt(needle, sinceMs) * LEAN_STEPS),
  );
  const lights = Int8Array.from({ length: stillMs + 1 }, (_, sinceMs) =>
    Math.round(((lightAt(needle, sinceMs) - needle.restAlpha) / (1 - needle.restAlpha)) * FLASH_STEPS),
  );
  const at = ({ sinceCrossingMs, speed }: ReelFrame) => {
    if (sinceCrossingMs >= stillMs) return stillMs;
    return speed > FAST ? sinceCrossingMs & FAST_MS : Math.trunc(sinceCrossingMs);
  };
  const upright = Math.round(-LEAST_LEAN * LEAN_STEPS);
  const most = needleLeans.length - 1;
  return {
    lean(frame) {
      const push = frame.speed > FAST ? 0 : Math.round(pushAt(needle, spin, frame.positionPx) * LEAN_STEPS);
      return Math.min(most, Math.max(0, upright + push + (swings[at(frame)] ?? 0)));
    },
    light: (frame) => lights[at(frame)] ?? 0,
  };
}
