import type { ReelFrame } from './spin/reelFrame.ts';
import { indexAt, pitchPx, type SpinTuning } from './spin/timeline.ts';

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

/** Steps of a lean of 1, and of the light from rest to its flash: so fine that nobody sees them. */
const LEAN_STEPS = 32;
const FLASH_STEPS = 24;
/** Above this share of the top speed nobody can follow the needle: it changes in every other frame. */
const FAST = 0.7;
/** Takes the last 31 ms off a time. */
const FAST_MS = ~31;
/** The furthest that swing and push lean together, to either side. */
const LEAST_LEAN = -0.5;
const MOST_LEAN = 1.2;

/** After so many times its damping nothing of a motion is seen: then the needle stands, and costs nothing. */
const STILL = 5;

/** How far an edge that slipped by so long ago makes the needle swing, 1 being the way it had leant. */
function swingAt({ swingMs, dampMs }: NeedleTuning, sinceMs: number): number {
  if (sinceMs > STILL * dampMs) return 0;
  return Math.exp(-sinceMs / dampMs) * Math.cos((2 * Math.PI * sinceMs) / swingMs);
}

/** How far the next edge pushes it, 0 to 1. */
function pushAt({ reachPx }: NeedleTuning, spin: SpinTuning, positionPx: number): number {
  const toEdgePx = (indexAt(spin, positionPx) + 0.5) * pitchPx(spin) - positionPx;
  return Math.max(0, 1 - toEdgePx / reachPx);
}

function lightAt({ flashMs, restAlpha }: NeedleTuning, sinceMs: number): number {
  if (sinceMs > STILL * flashMs) return restAlpha;
  return restAlpha + (1 - restAlpha) * Math.exp(-sinceMs / flashMs);
}

/**
 * How far the needle leans with the strip, 1 being an edge about to slip by. Pushed by the next edge, it slips
 * over it and swings: slowly at the end of a spin, when it hangs on an edge that may still win (R3).
 */
export function needleLean(needle: NeedleTuning, spin: SpinTuning, frame: ReelFrame): number {
  return pushAt(needle, spin, frame.positionPx) + swingAt(needle, frame.sinceCrossingMs);
}

/** How brightly the needle shines, 0 to 1: it flashes with every edge. */
export function needleLight(needle: NeedleTuning, frame: ReelFrame): number {
  return lightAt(needle, frame.sinceCrossingMs);
}

/** A state of the needle that has a picture of its own, and what that picture shows. */
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

/** The states of the needle by what changes them: whole numbers, so that asking for them every frame leaves nothing behind. */
export interface NeedleSteps {
  /** Places in `needleLeans` and `needleLights`. */
  lean: (frame: ReelFrame) => number;
  light: (frame: ReelFrame) => number;
}

/** `needleLean` and `needleLight` in steps, worked out before the spin for every millisecond after an edge. */
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
