import type { Clock } from '#/client/stage/host/clock.ts';
import type { ReelFrame } from './reelFrame.ts';
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
  crossingsBetween,
  cutShort,
  endAtMs,
  enteredAtMs,
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
import type { TickPlan } from '#/client/platform/media/tickPlan.ts';

/** How much of its way a spin shows: all of it, a short one, or none (R6). */
export type SpinPace = 'full' | 'quick' | 'still';

type PaceTuning = Omit<SpinTuning, 'tilePx' | 'gapPx' | 'decelerateExponent'>;

export interface SpinDriverTuning {
  spin: SpinTuning;
  quickSpin: PaceTuning;
  stillSpin: PaceTuning;
  /** A skipped spin gives way to its prize within this time, ms. */
  skipMs: number;
  /** The strip stops at most this far from the centre of the won tile, px: anywhere, equally often. */
  maxOffsetPx: number;
  startIndex: number;
  stripLength: number;
  afterglowMs: number;
}

/** Runs the spins of one reel: knows the time and the plan, not how it is drawn. */
export interface SpinDriver {
  /**
   * Begins a spin at once, or returns false when that id has begun.
   * @param isFresh as on a page that has just been opened, whatever stood here before
   */
  start: (id: number, pace: SpinPace, isFresh?: boolean) => boolean;
  /**
   * The winner by its place in the list of items; only the first answer counts. Where in the tile the strip
   * stops, the tiles around it and its sparks follow from the draw, so the same draw is the same picture.
   * @param unseenPx as in `ReelGeometry`
   * @param draw the name of the draw
   * @param isPrize false: the strip only stops there, nothing was won (R4)
   */
  answer: (place: number, unseenPx: number, draw: string, isPrize?: boolean) => void;
  /** Shows the prize at once, or as soon as it is known; what has won is not touched (R3). */
  skip: () => void;
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

/** Where in the tile a spin stops, px from its centre: uniform, both sides, the needle clear of the border. */
export function stopOffsetPx(seed: number, maxOffsetPx: number): number {
  return (2 * seededRandom(seed ^ 0x5bd1e995)() - 1) * maxOffsetPx;
}

export function createSpinDriver(
  items: readonly StripItem[],
  tuning: SpinDriverTuning,
  clock: Clock,
): SpinDriver {
  const listeners = new Set<(phase: SpinPhase) => void>();
  const frame: ReelFrame = {
    positionPx: 0,
    speed: 0,
    braked: 0,
    sinceCrossingMs: Infinity,
    alpha: 1,
    restedMs: -1,
    winnerIndex: -1,
    isPrize: true,
    isCalm: false,
    seed: 0,
  };
  const firstStrip = newStrip(items, seedOf(items.map(({ id }) => id).join()), tuning.stripLength);
  let strip = firstStrip;
  /** The plan of phases, and of the motion unless it is cut. */
  let spin: Spin = newSpin(tuning.spin, tuning.startIndex);
  /** The motion until a cut; null: the strip stands until the prize fades in (R6). */
  let uncut: Spin | null = spin;
  let isCut = false;
  let isSkipWanted = false;
  let spinId: number | null = null;
  let pace: SpinPace = 'full';
  let startedAtMs = 0;
  let phase: SpinPhase = 'initial';
  /** The tile under the pointer and when it came there: worked out once for each tile, not for each frame. */
  let under: { spin: Spin | null; index: number; sinceMs: number } = { spin: null, index: 0, sinceMs: 0 };
  let running = false;
  let callOff: (() => void) | undefined;

  const enter = (next: SpinPhase) => {
    phase = next;
    for (const listener of listeners) listener(next);
  };
  const elapsedMs = (nowMs: number) => (spinId === null ? -1 : nowMs - startedAtMs);
  const fadeAtMs = () => restAtMs(spin) - spin.tuning.decelerateMs / 2;
  /** The spin whose motion is seen, null while nothing moves. */
  const seenAt = (timeMs: number) => (isCut ? (timeMs < fadeAtMs() ? uncut : null) : spin);
  /** Nothing passes the pointer after this time. */
  const endOfWayMs = () => (isCut ? fadeAtMs() : restAtMs(spin));
  const positionPx = (timeMs: number) => {
    const seen = seenAt(timeMs);
    if (seen) return positionAt(seen, timeMs);
    return spin.landing && timeMs >= fadeAtMs() ? spin.landing.restPx : spin.startPx;
  };

  const sinceCrossingMs = (seen: Spin, timeMs: number, atPx: number) => {
    const index = indexAt(seen.tuning, atPx);
    if (under.spin !== seen || under.index !== index)
      under = { spin: seen, index, sinceMs: enteredAtMs(seen, index) };
    return timeMs - under.sinceMs;
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

  /** Begins the next way with what is under the pointer now, to the pixel. */
  const stand = (nextTuning: SpinTuning, nowMs: number) => {
    const atPx = positionPx(elapsedMs(nowMs));
    const index = indexAt(spin.tuning, atPx);
    strip = shifted(strip, tuning.startIndex - index);
    spin = newSpin(nextTuning, tuning.startIndex, atPx - index * pitchPx(spin.tuning));
  };

  /** From beyond what is seen the strip is that of the draw, counted from the tile that wins. */
  const drawStrip = (wonIndex: number, place: number, unseenPx: number, nowMs: number): Strip => {
    const drawn = shifted(newStrip(items, frame.seed, tuning.stripLength), wonIndex);
    const reach = Math.ceil(unseenPx / pitchPx(spin.tuning)) + 1;
    const here = indexAt(spin.tuning, positionPx(nowMs));
    return pinned(continued(drawn, strip, here, reach), wonIndex, place);
  };

  const spinTuning: Record<SpinPace, SpinTuning> = {
    full: tuning.spin,
    quick: { ...tuning.spin, ...tuning.quickSpin },
    still: { ...tuning.spin, ...tuning.stillSpin },
  };

  const cut = () => {
    const nowMs = elapsedMs(clock.nowMs());
    if (isCut || !spin.landing || nowMs >= restAtMs(spin)) return;
    isCut = true;
    uncut = spin;
    spin = cutShort(spin, nowMs, tuning.skipMs);
  };

  return {
    start(id, asPace, isFresh = false) {
      if (spinId === id) return false;
      const nowMs = clock.nowMs();
      if (isFresh) {
        strip = firstStrip;
        spin = newSpin(spinTuning[asPace], tuning.startIndex);
      } else stand(spinTuning[asPace], nowMs);
      pace = asPace;
      frame.isCalm = pace === 'still';
      isCut = pace === 'still';
      uncut = null;
      isSkipWanted = false;
      spinId = id;
      startedAtMs = nowMs;
      phase = 'initial';
      advance();
      return true;
    },
    answer(place, unseenPx, draw, isPrize = true) {
      if (spinId === null || spin.landing) return;
      const isStill = pace === 'still';
      const nowMs = elapsedMs(clock.nowMs());
      frame.seed = seedOf(draw);
      frame.isPrize = isPrize;
      const offsetPx = isStill ? 0 : stopOffsetPx(frame.seed, tuning.maxOffsetPx);
      const landed = land(spin, nowMs, offsetPx, isStill ? 0 : unseenPx);
      if (landed.landing) strip = drawStrip(landed.landing.index, place, unseenPx, nowMs);
      spin = landed;
      if (isSkipWanted) cut();
      advance();
    },
    skip() {
      if (spinId === null || isSkipWanted) return;
      isSkipWanted = true;
      cut();
      advance();
    },
    rest() {
      if (spinId === null) return;
      stand(tuning.spin, clock.nowMs());
      spinId = null;
      isCut = false;
      callOff?.();
      enter('initial');
    },
    sample(nowMs) {
      const timeMs = elapsedMs(nowMs);
      const seen = seenAt(timeMs);
      const { landing } = spin;
      const atPx = positionPx(timeMs);
      frame.positionPx = atPx;
      frame.speed = seen ? velocityAt(seen, timeMs) / seen.tuning.topSpeedPxPerMs : 0;
      frame.sinceCrossingMs = seen ? sinceCrossingMs(seen, timeMs, atPx) : Infinity;
      frame.braked = 0;
      frame.alpha = 1;
      frame.restedMs = -1;
      frame.winnerIndex = -1;
      if (!landing) return frame;
      const brakedMs = timeMs - landing.brakeAtMs;
      frame.braked = Math.min(1, Math.max(0, brakedMs / spin.tuning.decelerateMs));
      if (isCut) frame.alpha = Math.min(1, Math.abs(2 * frame.braked - 1));
      if (timeMs >= restAtMs(spin)) {
        frame.restedMs = timeMs - restAtMs(spin);
        frame.winnerIndex = landing.index;
      }
      return frame;
    },
    itemAt: (index) => itemAt(strip, index),
    phase: () => phase,
    landedIndex: () => (phase === 'finished' ? (spin.landing?.index ?? -1) : -1),
    plan() {
      if (spinId === null || pace === 'still') return null;
      const id = spinId;
      const startMs = startedAtMs;
      const isCurrent = () => spinId === id;
      return {
        ticksBetween(fromMs, toMs) {
          if (!isCurrent()) return [];
          const moving = (isCut && uncut) || spin;
          const untilMs = Math.min(toMs - startMs, endOfWayMs());
          return crossingsBetween(moving, fromMs - startMs, untilMs).map(({ index, atMs }) => ({
            index,
            atMs: atMs + startMs,
            speed: velocityAt(moving, atMs) / moving.tuning.topSpeedPxPerMs,
          }));
        },
        endsAtMs: () => (isCurrent() ? startMs + endOfWayMs() : startMs),
      };
    },
    isLive: (nowMs) =>
      spinId !== null && (phase !== 'finished' || elapsedMs(nowMs) < endAtMs(spin) + tuning.afterglowMs),
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
