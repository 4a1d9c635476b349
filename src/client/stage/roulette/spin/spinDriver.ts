import type { Clock } from '#/client/stage/host/clock.ts';
import type { TickPlan } from '#/client/platform/media/tickPlan.ts';
import { createPhaseReporter } from './phaseReporter.ts';
import { createFrameWriter, type ReelFrame, type ReelPicture } from './reelFrame.ts';
import { motionEndMs, newPlan, pointerPx, ticksBetween, withLanding, withSkip } from './spinPlan.ts';
import {
  continued,
  itemAt,
  newStrip,
  pinned,
  seededRandom,
  seedOf,
  shifted,
  type Strip,
  type StripItem,
} from './strip.ts';
import {
  endAtMs,
  indexAt,
  land,
  newSpin,
  pitchPx,
  type CutTuning,
  type Spin,
  type SpinPhase,
  type SpinTuning,
} from './timeline.ts';

/** Amount of motion of a spin: all of it, a short one, or none (R6). */
export type SpinPace = 'full' | 'quick' | 'still';

type PaceTuning = Omit<SpinTuning, 'tilePx' | 'gapPx' | 'decelerateExponent'>;

export interface SpinDriverTuning {
  spin: SpinTuning;
  quickSpin: PaceTuning;
  stillSpin: PaceTuning;
  /** The end of a skipped spin. */
  skip: CutTuning;
  /** Largest distance between the stop and the centre of the won tile, px; all distances are equally likely. */
  maxOffsetPx: number;
  startIndex: number;
  stripLength: number;
  afterglowMs: number;
}

/** Runs the spins of one reel: knows the time and the plan, not how it is drawn. */
export interface SpinDriver {
  /** Name of the reel among several. */
  name: string;
  /**
   * Starts a spin at once. Returns false if the spin with this id has started before.
   * @param isFresh starts from the strip of a page that has just been opened
   */
  start: (id: number, pace: SpinPace, isFresh?: boolean) => boolean;
  /**
   * Sets the winner by its place in the list of items; only the first answer of a spin counts. The draw decides where
   * in the tile the strip stops, the tiles around it and its sparks, so the same draw always looks the same.
   * @param unseenPx as in `ReelGeometry`
   * @param draw the name of the draw
   * @param isPrize false: the strip only stops there, nothing was won (R4)
   * @param notBeforeMs time of the clock before which braking must not begin
   * @returns time at which braking begins
   */
  answer: (place: number, unseenPx: number, draw: string, isPrize?: boolean, notBeforeMs?: number) => number;
  /** Shows the prize at once, or as soon as it is known. The prize stays the same (R3). */
  skip: () => void;
  /** Returns to a strip at rest. */
  rest: () => void;
  /** The frame at a time; the same object at every call. */
  sample: (nowMs: number) => ReelFrame;
  /** The place in the list of items that tile `index` shows. */
  itemAt: (index: number) => number;
  phase: () => SpinPhase;
  /** The tile under the pointer when the spin has ended; -1 before. */
  landedIndex: () => number;
  /** The tile under the pointer from the moment the strip rests; -1 before. */
  restedIndex: () => number;
  /** The ticks of the spin that has started; null if nothing moves. */
  plan: () => TickPlan | null;
  /** Whether anything moves or glows. */
  isLive: (nowMs: number) => boolean;
  /** Calls the listener for every phase in order. */
  subscribe: (listener: (phase: SpinPhase) => void) => () => void;
  /** Reports phases from now on; returns how to stop. */
  run: () => () => void;
}

/** Where in the tile a spin stops, px from its centre: uniform, both sides, the needle clear of the border. */
export function stopOffsetPx(seed: number, maxOffsetPx: number): number {
  return (2 * seededRandom(seed ^ 0x5bd1e995)() - 1) * maxOffsetPx;
}

/** A reel between two commands. Every command replaces it, and a frame only reads it. */
interface State extends ReelPicture {
  /** The spin that is running or has ended; null for a strip that has not been spun. */
  spin: { id: number; pace: SpinPace; startedAtMs: number } | null;
  strip: Strip;
  /** Whether the player has skipped this spin. Before the answer the skip waits for it. */
  isSkipWanted: boolean;
}

/** @param row number of the reel among several; each has other tiles and stands at another place in its first tile */
export function createSpinDriver(
  items: readonly StripItem[],
  tuning: SpinDriverTuning,
  clock: Clock,
  row = 0,
): SpinDriver {
  const { startIndex, stripLength } = tuning;
  const paces: Record<SpinPace, SpinTuning> = {
    full: tuning.spin,
    quick: { ...tuning.spin, ...tuning.quickSpin },
    still: { ...tuning.spin, ...tuning.stillSpin },
  };
  const firstSeed = seedOf([...items.map(({ id }) => id), ...(row > 0 ? [`row ${row}`] : [])].join());
  const firstStrip = newStrip(items, firstSeed, stripLength);
  const firstOffsetPx = row > 0 ? stopOffsetPx(firstSeed, tuning.maxOffsetPx) : 0;
  let state: State = {
    spin: null,
    plan: newPlan(newSpin(tuning.spin, startIndex, firstOffsetPx), true),
    strip: firstStrip,
    isSkipWanted: false,
    isPrize: true,
    isCalm: false,
    seed: 0,
  };
  const writeFrame = createFrameWriter();
  const phases = createPhaseReporter(
    clock,
    () => state.spin && { schedule: state.plan.schedule, startedAtMs: state.spin.startedAtMs },
  );
  const spinMs = (nowMs: number) => (state.spin ? nowMs - state.spin.startedAtMs : -1);

  /** A spin that begins exactly at the current position of the strip. */
  const spinFromHere = (nextTuning: SpinTuning, nowMs: number): { spin: Spin; strip: Strip } => {
    const { plan, strip } = state;
    const lastTuning = plan.schedule.tuning;
    const atPx = pointerPx(plan, spinMs(nowMs));
    const index = indexAt(lastTuning, atPx);
    return {
      spin: newSpin(nextTuning, startIndex, atPx - index * pitchPx(lastTuning)),
      strip: shifted(strip, startIndex - index),
    };
  };

  /** The strip of a draw, counted from the winning tile. The visible tiles stay as they are. */
  const drawnStrip = (seed: number, wonIndex: number, place: number, unseenPx: number, timeMs: number) => {
    const { plan, strip } = state;
    const { tuning: spinTuning } = plan.schedule;
    const drawn = shifted(newStrip(items, seed, stripLength), wonIndex);
    const reach = Math.ceil(unseenPx / pitchPx(spinTuning)) + 1;
    const here = indexAt(spinTuning, pointerPx(plan, timeMs));
    return pinned(continued(drawn, strip, here, reach), wonIndex, place);
  };

  return {
    name: `row ${row}`,
    start(id, pace, isFresh = false) {
      if (state.spin?.id === id) return false;
      const nowMs = clock.nowMs();
      const { spin, strip } = isFresh
        ? { spin: newSpin(paces[pace], startIndex, firstOffsetPx), strip: firstStrip }
        : spinFromHere(paces[pace], nowMs);
      state = {
        ...state,
        spin: { id, pace, startedAtMs: nowMs },
        plan: newPlan(spin, pace !== 'still'),
        strip,
        isSkipWanted: false,
        isCalm: pace === 'still',
      };
      phases.restart();
      return true;
    },
    answer(place, unseenPx, draw, isPrize = true, notBeforeMs = 0) {
      const { spin, plan, isSkipWanted } = state;
      if (!spin) return 0;
      const { landing } = plan.schedule;
      if (landing) return spin.startedAtMs + landing.brakeAtMs;
      const isStill = spin.pace === 'still';
      const timeMs = spinMs(clock.nowMs());
      const seed = seedOf(draw);
      // a strip that won nothing stops in the middle of a tile, which looks like an end
      const offsetPx = isStill || !isPrize ? 0 : stopOffsetPx(seed, tuning.maxOffsetPx);
      const appliedMs = Math.max(timeMs, notBeforeMs - spin.startedAtMs);
      const landed = land(plan.schedule, appliedMs, offsetPx, isStill ? 0 : unseenPx);
      const landedPlan = withLanding(plan, landed);
      state = {
        ...state,
        plan: isSkipWanted ? withSkip(landedPlan, timeMs, tuning.skip) : landedPlan,
        strip: drawnStrip(seed, landed.landing.index, place, unseenPx, timeMs),
        seed,
        isPrize,
      };
      phases.advance();
      return spin.startedAtMs + landed.landing.brakeAtMs;
    },
    skip() {
      if (!state.spin || state.isSkipWanted) return;
      const plan = withSkip(state.plan, spinMs(clock.nowMs()), tuning.skip);
      state = { ...state, plan, isSkipWanted: true };
      phases.advance();
    },
    rest() {
      if (!state.spin) return;
      const { spin, strip } = spinFromHere(tuning.spin, clock.nowMs());
      state = { ...state, spin: null, plan: newPlan(spin, true), strip };
      phases.rest();
    },
    sample: (nowMs) => writeFrame(state, spinMs(nowMs)),
    itemAt: (index) => itemAt(state.strip, index),
    phase: phases.phase,
    restedIndex() {
      const isRested = phases.phase() === 'final' || phases.phase() === 'finished';
      return isRested ? (state.plan.schedule.landing?.index ?? -1) : -1;
    },
    landedIndex: () => (phases.phase() === 'finished' ? (state.plan.schedule.landing?.index ?? -1) : -1),
    plan() {
      if (!state.spin || state.spin.pace === 'still') return null;
      const { id, startedAtMs } = state.spin;
      const isCurrent = () => state.spin?.id === id;
      return {
        ticksBetween: (fromMs, toMs) =>
          isCurrent() ? ticksBetween(state.plan, startedAtMs, fromMs, toMs) : [],
        endsAtMs: () => (isCurrent() ? startedAtMs + motionEndMs(state.plan) : startedAtMs),
      };
    },
    isLive(nowMs) {
      const { schedule, motion } = state.plan;
      // without motion the strip stands until the answer (R6)
      if (!state.spin || (!motion && !schedule.landing)) return false;
      return phases.phase() !== 'finished' || spinMs(nowMs) < endAtMs(schedule) + tuning.afterglowMs;
    },
    subscribe: phases.subscribe,
    run: phases.run,
  };
}
