import type { TickTime } from '#/client/platform/media/tickPlan.ts';
import {
  crossingsBetween,
  cutLight,
  cutShort,
  positionAt,
  restAtMs,
  velocityAt,
  type CutTuning,
  type Spin,
} from './timeline.ts';

/** Where the strip is at any time of a spin, and when the phases begin. An answer or a skip makes a new plan. */
export interface SpinPlan {
  /** Decides when the phases begin. */
  schedule: Spin;
  /**
   * The spin that moves the strip: the schedule; after a skip the spin as it was before; null with reduced motion
   * (R6).
   */
  motion: Spin | null;
  /** Whether the strip fades over to the prize instead of rolling to it. */
  isCut: boolean;
}

/** The plan of a spin that begins. Without motion the strip stands until the prize fades in (R6). */
export const newPlan = (spin: Spin, moves: boolean): SpinPlan => ({
  schedule: spin,
  motion: moves ? spin : null,
  isCut: !moves,
});

/** The plan with a winner. Requires a plan that is not skipped. */
export const withLanding = ({ motion, isCut }: SpinPlan, landed: Spin): SpinPlan => ({
  schedule: landed,
  motion: motion && landed,
  isCut,
});

/**
 * The plan cut short at `timeMs` (R3). At rest only the light of the prize is cut short. Without a winner, or with
 * reduced motion before the rest, nothing changes.
 */
export function withSkip(plan: SpinPlan, timeMs: number, cut: CutTuning): SpinPlan {
  const { schedule, isCut } = plan;
  if (!schedule.landing) return plan;
  if (timeMs >= restAtMs(schedule)) return { ...plan, schedule: cutLight(schedule, timeMs, cut) };
  return isCut ? plan : { schedule: cutShort(schedule, timeMs, cut), motion: schedule, isCut: true };
}

/** When the tiles of a cut spin change to the won one: half of the fade is over. */
const changeAtMs = ({ schedule }: SpinPlan) => restAtMs(schedule) - schedule.tuning.decelerateMs / 2;

/** Time after which no tile passes the pointer; Infinity without a winner. */
export function motionEndMs(plan: SpinPlan): number {
  return plan.isCut ? changeAtMs(plan) : restAtMs(plan.schedule);
}

/** The visible motion; null while the strip stands for the fade. */
export function motionAt(plan: SpinPlan, timeMs: number): Spin | null {
  return plan.isCut && timeMs >= changeAtMs(plan) ? null : plan.motion;
}

/** Strip coordinate under the pointer, px. */
export function pointerPx(plan: SpinPlan, timeMs: number): number {
  const motion = motionAt(plan, timeMs);
  if (motion) return positionAt(motion, timeMs);
  const { landing, startPx } = plan.schedule;
  return landing && timeMs >= changeAtMs(plan) ? landing.restPx : startPx;
}

/** Share of the top speed, 0 to 1. */
export function speedOf(motion: Spin, timeMs: number): number {
  return velocityAt(motion, timeMs) / motion.tuning.topSpeedPxPerMs;
}

/** The tile edges that pass the pointer after `fromMs` and not after `toMs`, ms after `startedAtMs` (R3). */
export function ticksBetween(plan: SpinPlan, startedAtMs: number, fromMs: number, toMs: number): TickTime[] {
  const { motion } = plan;
  if (!motion) return [];
  const untilMs = Math.min(toMs - startedAtMs, motionEndMs(plan));
  return crossingsBetween(motion, fromMs - startedAtMs, untilMs).map(({ index, atMs }) => ({
    index,
    atMs: atMs + startedAtMs,
    speed: speedOf(motion, atMs),
  }));
}
