import type { TickPlan } from '#/client/platform/media/tickPlan.ts';
import type { Clock } from '#/client/stage/host/clock.ts';
import {
  createSpinDriver,
  type SpinDriver,
  type SpinDriverTuning,
  type SpinPace,
} from '#/client/stage/roulette/spin/spinDriver.ts';
import type { StripItem } from '#/client/stage/roulette/spin/strip.ts';
import type { SpinPhase } from '#/client/stage/roulette/spin/timeline.ts';

/** How far apart the rows of a stack land. */
export interface StackTuning {
  /** Time between the first and the last row, ms, in a whole spin and in a quick one; the rows share it equally. */
  spreadMs: number;
  quickSpreadMs: number;
  /** Additional wait of the last row, ms. */
  lastMs: number;
  quickLastMs: number;
  /** Share of the sparks of a single reel that a row throws. */
  sparkShare: number;
}

export interface StackDriverTuning extends SpinDriverTuning {
  stack: StackTuning;
}

/** Where a row stops. */
export interface RowLanding {
  /** Place of the item in the list. */
  place: number;
  /** Name of the draw. */
  draw: string;
}

/** Several reels that spin together. Each is a function of time of its own; they land from the first to the last. */
export interface StackDriver {
  rows: readonly SpinDriver[];
  /** As in `SpinDriver`. */
  start: (id: number, pace: SpinPace, isFresh?: boolean) => boolean;
  /**
   * Sets where each row stops, in the order of the rows; only the first answer of a spin counts. No row begins to brake
   * before the row above it, so none lands before it. With reduced motion all fade at once (R6).
   * @param isPrize false: all rows stop together, nothing was won (R4)
   */
  answer: (landings: readonly RowLanding[], unseenPx: number, isPrize?: boolean) => void;
  skip: () => void;
  rest: () => void;
  /** The phase of the last row, which is the last to land. */
  phase: () => SpinPhase;
  /** The ticks of the last row: those of several rows would be noise (R3). */
  plan: () => TickPlan | null;
  isLive: (nowMs: number) => boolean;
  /** Calls the listener for every phase of every row. */
  subscribe: (listener: (row: number, phase: SpinPhase) => void) => () => void;
  run: () => () => void;
}

/** Shortest time between the landing of a row and of the one above it, ms. */
export function gapBefore(
  row: number,
  rows: number,
  pace: Exclude<SpinPace, 'still'>,
  { spreadMs, lastMs, quickSpreadMs, quickLastMs }: StackTuning,
): number {
  if (row === 0) return 0;
  const [allMs, extraMs] = pace === 'quick' ? [quickSpreadMs, quickLastMs] : [spreadMs, lastMs];
  return allMs / (rows - 1) + (row === rows - 1 ? extraMs : 0);
}

/** @param count number of rows, at least 2 */
export function createStackDriver(
  items: readonly StripItem[],
  count: number,
  tuning: StackDriverTuning,
  clock: Clock,
): StackDriver {
  const rows = Array.from({ length: count }, (_, row) => createSpinDriver(items, tuning, clock, row + 1));
  const last = rows.at(-1) as SpinDriver;
  let pace: SpinPace = 'full';
  return {
    rows,
    start(id, nextPace, isFresh) {
      pace = nextPace;
      const started = rows.map((row) => row.start(id, nextPace, isFresh));
      return started.every(Boolean);
    },
    answer(landings, unseenPx, isPrize = true) {
      let aboveMs = 0;
      for (const [at, row] of rows.entries()) {
        const { place = 0, draw = '' } = landings[at] ?? {};
        const notBeforeMs =
          isPrize && pace !== 'still' ? aboveMs + gapBefore(at, count, pace, tuning.stack) : 0;
        aboveMs = row.answer(place, unseenPx, draw, isPrize, notBeforeMs);
      }
    },
    skip() {
      for (const row of rows) row.skip();
    },
    rest() {
      for (const row of rows) row.rest();
    },
    phase: last.phase,
    plan: last.plan,
    isLive(nowMs) {
      // without a closure, because it runs every frame
      for (let at = 0; at < count; at += 1) if (rows[at]?.isLive(nowMs)) return true;
      return false;
    },
    subscribe(listener) {
      const ends = rows.map((row, at) => row.subscribe((phase) => listener(at, phase)));
      return () => {
        for (const end of ends) end();
      };
    },
    run() {
      const ends = rows.map((row) => row.run());
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
