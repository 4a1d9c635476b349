/** A neon sign with a fault: every now and then it goes out and comes back in a few jumps. */
export interface NeonTuning {
  /** Time from one fault to the next on the average; each begins within its own stretch of time. */
  everyMs: number;
  flickerMs: number;
  /** Light that is left when it is out, 0 to 1. */
  lowest: number;
  /** How much the light of a sound tube trembles. */
  hum: number;
}

/** When it is out within a fault, in shares of it: three times, as no light may flash more often in a second. */
const DARK = [
  [0, 0.08],
  [0.18, 0.5],
  [0.82, 0.9],
] as const;
/** Faults keep so many times their own length apart. */
const APART = 2;
const HUM_MS = 90;

/** A number from 0 to 1 that looks random, the same for the same whole number. */
export function chance(seed: number): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/** Light of the sign, from `lowest` to 1; 1 for all of the first stretch, so that the scene begins as its picture. */
export function neonLight({ everyMs, flickerMs, lowest, hum }: NeonTuning, timeMs: number): number {
  const stretch = Math.floor(timeMs / everyMs);
  if (stretch < 1) return 1;
  const share = (timeMs - stretch * everyMs - chance(stretch) * (everyMs - APART * flickerMs)) / flickerMs;
  if (DARK.some(([from, to]) => share >= from && share < to)) return lowest;
  return 1 - hum * (0.5 + 0.5 * Math.sin((2 * Math.PI * timeMs) / HUM_MS));
}

export interface TailTuning {
  periodMs: number;
  /** How much darker the lamps get, 0 to 1. */
  depth: number;
}

/** Light of the car's tail lamps, from 1 - depth to 1, and 1 at the beginning. */
export function tailLight({ periodMs, depth }: TailTuning, timeMs: number): number {
  return 1 - depth * (0.5 - 0.5 * Math.cos((2 * Math.PI * timeMs) / periodMs));
}

/** From 0 at the beginning to 1 after `riseMs`, without a corner at either end. */
export function rise(timeMs: number, riseMs: number): number {
  const share = Math.max(0, Math.min(1, timeMs / riseMs));
  return share * share * (3 - 2 * share);
}
