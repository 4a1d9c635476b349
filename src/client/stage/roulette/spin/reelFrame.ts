import { motionAt, pointerPx, speedOf, type SpinPlan } from './spinPlan.ts';
import { enteredAtMs, indexAt, restAtMs, type Spin } from './timeline.ts';

/** The values that a renderer draws at one moment. The same object is written again for every frame. */
export interface ReelFrame {
  /** Strip coordinate under the pointer, px. */
  positionPx: number;
  /** Speed of the strip, 0 to 1 of the top speed. */
  speed: number;
  /** Share of the braking that is over, 0 to 1. */
  braked: number;
  /** Time since the pointer passed from one tile to the next, ms; Infinity before that. */
  sinceCrossingMs: number;
  /** Opacity of the tiles; below 1 only while the strip fades over to the prize (R3 skip, R6). */
  alpha: number;
  /** Time since the strip came to rest on the winner, ms; -1 before. */
  restedMs: number;
  /** The tile that won, once it stands under the pointer; -1 before. */
  winnerIndex: number;
  /** Whether the player gets the item of that tile; false after a failure (R4). */
  isPrize: boolean;
  /** Whether nothing flies or shakes, because the player prefers reduced motion (R6). */
  isCalm: boolean;
  /** Seed of the draw, from which everything random in its picture follows. */
  seed: number;
}

/** State of a reel that decides its frames, besides the time. */
export interface ReelPicture {
  plan: SpinPlan;
  isPrize: boolean;
  isCalm: boolean;
  seed: number;
}

/** Creates a function that writes the frame at a time of the spin. It allocates nothing, because it runs every frame. */
export function createFrameWriter(): (picture: ReelPicture, timeMs: number) => ReelFrame {
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
  /** The tile under the pointer and when it came there: computed once for each tile, not for each frame. */
  const under: { motion: Spin | null; index: number; sinceMs: number } = {
    motion: null,
    index: 0,
    sinceMs: 0,
  };

  const sinceCrossingMs = (motion: Spin, timeMs: number): number => {
    const index = indexAt(motion.tuning, frame.positionPx);
    if (under.motion !== motion || under.index !== index) {
      under.motion = motion;
      under.index = index;
      under.sinceMs = enteredAtMs(motion, index);
    }
    return timeMs - under.sinceMs;
  };

  return ({ plan, isPrize, isCalm, seed }, timeMs) => {
    const motion = motionAt(plan, timeMs);
    frame.positionPx = pointerPx(plan, timeMs);
    frame.speed = motion ? speedOf(motion, timeMs) : 0;
    frame.sinceCrossingMs = motion ? sinceCrossingMs(motion, timeMs) : Infinity;
    frame.braked = 0;
    frame.alpha = 1;
    frame.restedMs = -1;
    frame.winnerIndex = -1;
    frame.isPrize = isPrize;
    frame.isCalm = isCalm;
    frame.seed = seed;
    const { landing, tuning } = plan.schedule;
    if (!landing) return frame;
    frame.braked = Math.min(1, Math.max(0, (timeMs - landing.brakeAtMs) / tuning.decelerateMs));
    if (plan.isCut) frame.alpha = Math.min(1, Math.abs(2 * frame.braked - 1));
    const restedMs = timeMs - restAtMs(plan.schedule);
    if (restedMs < 0) return frame;
    frame.restedMs = restedMs;
    frame.winnerIndex = landing.index;
    return frame;
  };
}
