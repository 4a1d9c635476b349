/** How one spin moves. Distances are unscaled CSS pixels along the strip. */
export interface SpinTuning {
  /** Width of a tile, px. */
  tilePx: number;
  /** Gap between two tiles, px. */
  gapPx: number;
  /** Speed of the constant phase, px per ms: 1.5 is 25 px per frame at 60 Hz (R2). */
  topSpeedPxPerMs: number;
  /** From rest to top speed, ms, above 0 (R1). */
  accelerateMs: number;
  /** Earliest time after the start at which the winner takes effect, ms (R1). */
  minSpinMs: number;
  /** From top speed to rest, ms: always the same curve (R1). */
  decelerateMs: number;
  /**
   * How the strip loses its speed, at least 2. 2 is the friction of a real wheel: wherever in the tile it stops, none
   * of the last five gaps between ticks is longer than 900 ms. A higher exponent exceeds that.
   */
  decelerateExponent: number;
  /** Time at rest in the light of the prize, before the spin has finished, ms. */
  finalMs: number;
}

/** The phases of a spin in their order (R1). */
export const SPIN_PHASES = [
  'initial',
  'accelerating',
  'constant',
  'decelerating',
  'final',
  'finished',
] as const;
export type SpinPhase = (typeof SPIN_PHASES)[number];

/** Where and when a spin ends. */
export interface Landing {
  /** Tile that wins. */
  index: number;
  /** When the answer takes effect, ms after the start. */
  appliedAtMs: number;
  /** When braking begins, ms after the start. */
  brakeAtMs: number;
  /** Position of the pointer when braking begins, px. */
  brakeFromPx: number;
  /** Braking distance, px. */
  brakePx: number;
  /** Position of the pointer at rest, px: the centre of the tile plus `offsetPx`. */
  restPx: number;
  /** Position inside the tile, px from its centre. */
  offsetPx: number;
}

/** The motion of a spin. Everything below is a function of it and of a time. */
export interface Spin {
  tuning: SpinTuning;
  startPx: number;
  landing: Landing | null;
}

/** The pointer enters tile `index` at `atMs` after the start. */
export interface Crossing {
  index: number;
  atMs: number;
}

/** Distance from one tile to the next, px. */
export function pitchPx(tuning: SpinTuning): number {
  return tuning.tilePx + tuning.gapPx;
}

/**
 * A spin without a winner, which runs until `land` is called.
 * @param startIndex the tile under the pointer
 * @param offsetPx position of the pointer in that tile, px from its centre: where the last spin stopped
 */
export function newSpin(tuning: SpinTuning, startIndex: number, offsetPx = 0): Spin {
  return { tuning, startPx: startIndex * pitchPx(tuning) + offsetPx, landing: null };
}

/**
 * The spin with a winner (R1).
 * @param resultMs time of the answer after the start; it takes effect after the minimum spin at the earliest
 * @param offsetPx where in the tile the pointer rests, at most `tilePx / 2` from its centre
 * @param minAheadPx smallest distance to the winning tile when the answer takes effect, so that no visible tile changes
 */
export function land(
  spin: Spin,
  resultMs: number,
  offsetPx: number,
  minAheadPx = 0,
): Spin & { landing: Landing } {
  const { topSpeedPxPerMs, accelerateMs, minSpinMs, decelerateMs, decelerateExponent } = spin.tuning;
  const appliedAtMs = Math.max(resultMs, minSpinMs, accelerateMs);
  const appliedPx = spin.startPx + topSpeedPxPerMs * (appliedAtMs - accelerateMs / 2);
  const brakePx = (topSpeedPxPerMs * decelerateMs) / decelerateExponent;
  const index = Math.ceil(
    (appliedPx + Math.max(brakePx, minAheadPx + offsetPx) - offsetPx) / pitchPx(spin.tuning),
  );
  const restPx = index * pitchPx(spin.tuning) + offsetPx;
  const brakeFromPx = restPx - brakePx;
  const brakeAtMs = appliedAtMs + (brakeFromPx - appliedPx) / topSpeedPxPerMs;
  return {
    ...spin,
    landing: { index, appliedAtMs, brakeAtMs, brakeFromPx, brakePx, restPx, offsetPx },
  };
}

/** Length of the end of a skipped spin (R3). */
export interface CutTuning {
  /** Time until the prize is visible, ms. */
  fadeMs: number;
  /** Time in the light of the prize, before the spin has finished, ms. */
  finalMs: number;
}

/**
 * The schedule of a spin that is cut short at `timeMs`; the winner stays the same. It is for the phases only; the
 * motion until the cut is still that of the spin.
 */
export function cutShort(spin: Spin, timeMs: number, { fadeMs, finalMs }: CutTuning): Spin {
  const { landing, tuning } = spin;
  return {
    ...spin,
    tuning: {
      ...tuning,
      accelerateMs: Math.min(tuning.accelerateMs, timeMs),
      decelerateMs: fadeMs,
      finalMs: Math.min(tuning.finalMs, finalMs),
    },
    landing: landing && { ...landing, brakeAtMs: timeMs },
  };
}

/** The schedule of a spin that has come to rest, when the rest of its light is cut short at `timeMs`. */
export function cutLight(spin: Spin, timeMs: number, { finalMs }: CutTuning): Spin {
  const { tuning } = spin;
  const untilMs = timeMs - restAtMs(spin) + finalMs;
  return { ...spin, tuning: { ...tuning, finalMs: Math.min(tuning.finalMs, untilMs) } };
}

/** When the strip comes to rest, ms after the start; Infinity without a winner. */
export function restAtMs(spin: Spin): number {
  return spin.landing ? spin.landing.brakeAtMs + spin.tuning.decelerateMs : Infinity;
}

/** When the light of the prize ends, ms after the start; Infinity without a winner. */
export function endAtMs(spin: Spin): number {
  return restAtMs(spin) + spin.tuning.finalMs;
}

/** The phase of a spin at a time, ms after its start. */
export function phaseAt(spin: Spin, timeMs: number): SpinPhase {
  if (timeMs < 0) return 'initial';
  if (timeMs < spin.tuning.accelerateMs) return 'accelerating';
  if (!spin.landing || timeMs < spin.landing.brakeAtMs) return 'constant';
  if (timeMs < restAtMs(spin)) return 'decelerating';
  return timeMs < endAtMs(spin) ? 'final' : 'finished';
}

/** When a phase begins, ms after the start; Infinity while it is not known. */
export function phaseStartMs(spin: Spin, phase: SpinPhase): number {
  if (phase === 'initial') return -Infinity;
  if (phase === 'accelerating') return 0;
  if (phase === 'constant') return spin.tuning.accelerateMs;
  if (phase === 'decelerating') return spin.landing?.brakeAtMs ?? Infinity;
  return phase === 'final' ? restAtMs(spin) : endAtMs(spin);
}

/**
 * Strip coordinate under the pointer, px. Tile k covers k·pitch ± pitch/2. The strip may stop anywhere in the won tile,
 * and showing the prize does not move it (R1).
 */
export function positionAt(spin: Spin, timeMs: number): number {
  const { landing, startPx, tuning } = spin;
  const { topSpeedPxPerMs, accelerateMs, decelerateMs, decelerateExponent } = tuning;
  if (timeMs <= 0) return startPx;
  if (timeMs < accelerateMs) return startPx + (topSpeedPxPerMs * timeMs * timeMs) / (2 * accelerateMs);
  if (!landing || timeMs < landing.brakeAtMs) {
    return startPx + topSpeedPxPerMs * (timeMs - accelerateMs / 2);
  }
  const left = 1 - (timeMs - landing.brakeAtMs) / decelerateMs;
  return left > 0 ? landing.brakeFromPx + landing.brakePx * (1 - left ** decelerateExponent) : landing.restPx;
}

/** Speed of the strip, px per ms. Continuous and never below 0 (R1). */
export function velocityAt(spin: Spin, timeMs: number): number {
  const { landing, tuning } = spin;
  const { topSpeedPxPerMs, accelerateMs, decelerateMs, decelerateExponent } = tuning;
  if (timeMs <= 0) return 0;
  if (timeMs < accelerateMs) return (topSpeedPxPerMs * timeMs) / accelerateMs;
  if (!landing || timeMs < landing.brakeAtMs) return topSpeedPxPerMs;
  const left = 1 - (timeMs - landing.brakeAtMs) / decelerateMs;
  return left > 0 ? topSpeedPxPerMs * left ** (decelerateExponent - 1) : 0;
}

/** When the pointer reaches `positionPx` on the way to its rest, ms after the start; Infinity if it never does. */
export function timeAt(spin: Spin, positionPx: number): number {
  const { landing, startPx, tuning } = spin;
  const { topSpeedPxPerMs, accelerateMs, decelerateMs, decelerateExponent } = tuning;
  const wayPx = positionPx - startPx;
  if (wayPx <= 0) return 0;
  if (wayPx < (topSpeedPxPerMs * accelerateMs) / 2) {
    return Math.sqrt((2 * accelerateMs * wayPx) / topSpeedPxPerMs);
  }
  if (!landing || positionPx <= landing.brakeFromPx) return accelerateMs / 2 + wayPx / topSpeedPxPerMs;
  if (positionPx > landing.restPx) return Infinity;
  const left = 1 - (positionPx - landing.brakeFromPx) / landing.brakePx;
  return landing.brakeAtMs + decelerateMs * (1 - left ** (1 / decelerateExponent));
}

/** The tile under the pointer at a strip coordinate. */
export function indexAt(tuning: SpinTuning, positionPx: number): number {
  return Math.floor(positionPx / pitchPx(tuning) + 0.5);
}

/** When the pointer passes into tile `index`, ms after the start; -Infinity for the tile where it began. */
export function enteredAtMs(spin: Spin, index: number): number {
  const edgePx = (index - 0.5) * pitchPx(spin.tuning);
  return edgePx > spin.startPx ? timeAt(spin, edgePx) : -Infinity;
}

/** Every edge the pointer passes after `fromMs` and not after `toMs`, in order: a tick each (R3). */
export function crossingsBetween(spin: Spin, fromMs: number, toMs: number): Crossing[] {
  const crossings: Crossing[] = [];
  let index = indexAt(spin.tuning, positionAt(spin, fromMs));
  for (;;) {
    const atMs = enteredAtMs(spin, index);
    if (atMs > toMs || atMs === Infinity) return crossings;
    if (atMs > fromMs) crossings.push({ index, atMs });
    index += 1;
  }
}
