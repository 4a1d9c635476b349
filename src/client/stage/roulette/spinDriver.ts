import type { Clock } from '../clock.ts';
import { continued, itemAt, newStrip, pinned, seededRandom, type Strip, type StripItem } from './strip.ts';
import {
  crossingsBetween,
  endAtMs,
  indexAt,
  land,
  newSpin,
  phaseAt,
  phaseStartMs,
  pitchPx,
  positionAt,
  restAtMs,
  SPIN_PHASES,
  velocityAt,
  type Spin,
  type SpinPhase,
  type SpinTuning,
} from './timeline.ts';

/** What a renderer draws at one moment. One object that is written again for every frame. */
export interface ReelFrame {
  /** Strip coordinate under the pointer, px. */
  positionPx: number;
  /** Opacity of the tiles; below 1 only while a still strip gives way to the prize (R6). */
  alpha: number;
  /** Since the strip came to rest on the winner, ms; -1 before. */
  restedMs: number;
  /** The tile that won, once it is known to stand under the pointer. */
  winnerIndex: number;
}

/** A tile edge that passes the pointer, in `performance.now()` time; `speed` is 0 to 1 of the top speed. */
export interface TickTime {
  index: number;
  atMs: number;
  speed: number;
}

/** The sound of a spin as a plan: asked again and again, because the answer changes what is ahead. */
export interface TickPlan {
  ticksBetween(fromMs: number, toMs: number): TickTime[];
  /** No tick comes after this time; Infinity while the winner is not known. */
  endsAtMs(): number;
}

export interface SpinDriverTuning {
  spin: SpinTuning;
  reducedMotionSpin: Omit<SpinTuning, 'tilePx' | 'gapPx' | 'decelerateExponent'>;
  maxOffsetPx: number;
  startIndex: number;
  stripLength: number;
  afterglowMs: number;
}

/** Runs the spins of one reel: knows the time and the plan, not how it is drawn. */
export interface SpinDriver {
  /** Begins a spin at once, or returns false when that id has begun. `reduced` shows no motion (R6). */
  start: (id: number, seed: number, reduced: boolean) => boolean;
  /** The winner by its place in the list of items; `unseenPx` as in `ReelGeometry`. Only the first counts. */
  answer: (place: number, unseenPx: number) => void;
  /** Back to a strip at rest. */
  rest: () => void;
  sample: (nowMs: number) => ReelFrame;
  /** The place in the list of items that tile `index` shows. */
  itemAt: (index: number) => number;
  phase: () => SpinPhase;
  /** The tile under the pointer when the spin has ended, -1 before. */
  landedIndex: () => number;
  plan: () => TickPlan | null;
  /** Something is moving or glowing. */
  isLive: (nowMs: number) => boolean;
  /** Told of every phase in order, and of every change that has to be drawn. */
  subscribe: (listener: (phase: SpinPhase) => void) => () => void;
  /** Lets time pass (phases come by timers, so a hidden tab has them too, R7); returns how to stop. */
  run: () => () => void;
}

export function createSpinDriver(
  items: readonly StripItem[],
  tuning: SpinDriverTuning,
  clock: Clock,
): SpinDriver {
  const listeners = new Set<(phase: SpinPhase) => void>();
  const frame: ReelFrame = { positionPx: 0, alpha: 1, restedMs: -1, winnerIndex: -1 };
  let strip: Strip = newStrip(items, 1, tuning.stripLength);
  let spin: Spin = newSpin(tuning.spin, tuning.startIndex);
  let spinId: number | null = null;
  let reduced = false;
  let startedAtMs = 0;
  let offsetPx = 0;
  let phase: SpinPhase = 'initial';
  let running = false;
  let callOff: (() => void) | undefined;

  const enter = (next: SpinPhase) => {
    phase = next;
    for (const listener of listeners) listener(next);
  };
  const elapsedMs = (nowMs: number) => (spinId === null ? -1 : nowMs - startedAtMs);
  const fadeAtMs = () => restAtMs(spin) - spin.tuning.decelerateMs / 2;
  const positionPx = (timeMs: number) => {
    if (!reduced || !spin.landing) return reduced ? spin.startPx : positionAt(spin, timeMs);
    return timeMs < fadeAtMs() ? spin.startPx : spin.landing.index * pitchPx(spin.tuning);
  };

  /** Reports every phase that has come, in order, and waits for the next. */
  const advance = () => {
    callOff?.();
    if (!running || spinId === null) return;
    const due = SPIN_PHASES.indexOf(phaseAt(spin, clock.nowMs() - startedAtMs));
    for (let at = SPIN_PHASES.indexOf(phase) + 1; at <= due; at += 1) enter(SPIN_PHASES[at] ?? phase);
    const next = SPIN_PHASES[SPIN_PHASES.indexOf(phase) + 1];
    const nextMs = next ? phaseStartMs(spin, next) : Infinity;
    if (nextMs < Infinity) callOff = clock.callAt(startedAtMs + nextMs, advance);
  };

  const stand = (nextStrip: Strip, nextTuning: SpinTuning, nowMs: number) => {
    const index = indexAt(spin.tuning, positionPx(elapsedMs(nowMs)));
    strip = continued(nextStrip, tuning.startIndex, strip, index, 16);
    spin = newSpin(nextTuning, tuning.startIndex);
  };

  return {
    start(id, seed, asReduced) {
      if (spinId === id) return false;
      const nowMs = clock.nowMs();
      stand(
        newStrip(items, seed, tuning.stripLength),
        asReduced ? { ...tuning.spin, ...tuning.reducedMotionSpin } : tuning.spin,
        nowMs,
      );
      // a stop before the centre, never behind it: the settling then moves on and the speed is never negative
      offsetPx = -tuning.maxOffsetPx * seededRandom(seed ^ 0x5bd1e995)();
      spinId = id;
      reduced = asReduced;
      startedAtMs = nowMs;
      phase = 'initial';
      advance();
      return true;
    },
    answer(place, unseenPx) {
      if (spinId === null || spin.landing) return;
      spin = land(spin, clock.nowMs() - startedAtMs, offsetPx, reduced ? 0 : unseenPx);
      if (spin.landing) strip = pinned(strip, spin.landing.index, place);
      advance();
    },
    rest() {
      if (spinId === null) return;
      stand(strip, tuning.spin, clock.nowMs());
      spinId = null;
      callOff?.();
      enter('initial');
    },
    sample(nowMs) {
      const timeMs = elapsedMs(nowMs);
      frame.positionPx = positionPx(timeMs);
      frame.alpha = 1;
      frame.restedMs = -1;
      frame.winnerIndex = -1;
      if (!spin.landing) return frame;
      if (reduced) {
        frame.alpha = Math.min(1, Math.abs(timeMs - fadeAtMs()) / (spin.tuning.decelerateMs / 2));
      }
      if (timeMs >= restAtMs(spin)) {
        frame.restedMs = timeMs - restAtMs(spin);
        frame.winnerIndex = spin.landing.index;
      }
      return frame;
    },
    itemAt: (index) => itemAt(strip, index),
    phase: () => phase,
    landedIndex: () => (phase === 'finished' ? (spin.landing?.index ?? -1) : -1),
    plan() {
      if (spinId === null || reduced) return null;
      const id = spinId;
      const startMs = startedAtMs;
      const isCurrent = () => spinId === id;
      return {
        ticksBetween(fromMs, toMs) {
          if (!isCurrent()) return [];
          return crossingsBetween(spin, fromMs - startMs, toMs - startMs).map(({ index, atMs }) => ({
            index,
            atMs: atMs + startMs,
            speed: velocityAt(spin, atMs) / spin.tuning.topSpeedPxPerMs,
          }));
        },
        endsAtMs: () => (isCurrent() ? startMs + restAtMs(spin) : startMs),
      };
    },
    isLive: (nowMs) => spinId !== null && elapsedMs(nowMs) < endAtMs(spin) + tuning.afterglowMs,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    run() {
      running = true;
      advance();
      return () => {
        running = false;
        callOff?.();
      };
    },
  };
}
