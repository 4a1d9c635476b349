/** A neon sign with a fault: now and then it goes out and comes back in a few flickers. */
export interface NeonTuning {
  /** Average time between two faults; one fault begins in each period of this length. */
  everyMs: number;
  flickerMs: number;
  /** Light of the sign during a fault, 0 to 1. */
  lowest: number;
  /** How much the light trembles between two faults. */
  hum: number;
}

/** Dark parts of a fault, as shares of it. There are three, because no light may flash more often in a second. */
const DARK = [
  [0, 0.08],
  [0.18, 0.5],
  [0.82, 0.9],
] as const;
/** Length at the end of a period in which no fault begins, in lengths of a fault. */
const APART = 2;
const HUM_MS = 90;

/** A pseudorandom number from 0 to 1, the same for the same whole number. */
export function chance(seed: number): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/** Light of the sign, from `lowest` to 1. It is 1 in the first period, so that the scene starts like its picture. */
export function neonLight({ everyMs, flickerMs, lowest, hum }: NeonTuning, timeMs: number): number {
  const stretch = Math.floor(timeMs / everyMs);
  if (stretch < 1) return 1;
  const share = (timeMs - stretch * everyMs - chance(stretch) * (everyMs - APART * flickerMs)) / flickerMs;
  if (DARK.some(([from, to]) => share >= from && share < to)) return lowest;
  return 1 - hum * (0.5 + 0.5 * Math.sin((2 * Math.PI * timeMs) / HUM_MS));
}

export interface TailTuning {
  periodMs: number;
  /** How much darker the lamps become, 0 to 1. */
  depth: number;
}

/** Light of the car's tail lamps, from 1 - depth to 1; it starts at 1. */
export function tailLight({ periodMs, depth }: TailTuning, timeMs: number): number {
  return 1 - depth * (0.5 - 0.5 * Math.cos((2 * Math.PI * timeMs) / periodMs));
}

/** Rises smoothly from 0 at the start to 1 after `riseMs`. */
export function rise(timeMs: number, riseMs: number): number {
  const share = Math.max(0, Math.min(1, timeMs / riseMs));
  return share * share * (3 - 2 * share);
}
