import type { IndicatorsTuning } from '#/client/platform/theme/tuning.ts';

/** The picture of the lane at one moment; positions are shares of its width. */
export interface LaneFrame {
  from: number;
  to: number;
  /** How far the dashes still have to travel, share of their travel; negative to the left. */
  travel: number;
  /** Position of the light that runs ahead, and its brightness, 0 to 1. */
  light: number;
  glow: number;
}

/** The lane below the tabs, as a function of time since the last choice. */
export interface Lane {
  /** Chooses one of `count` tabs at a time, ms. The first choice is shown at once. */
  choose: (index: number, count: number, timeMs: number) => void;
  read: (timeMs: number, into: LaneFrame) => void;
  /** Whether anything moves at this time or later. */
  isLive: (timeMs: number) => boolean;
  /** Whether only the light still fades. */
  isCalm: (timeMs: number) => boolean;
  /** Calls back on every choice. @returns a function that ends this */
  subscribe: (listener: () => void) => () => void;
}

const easeOut = (share: number) => 1 - (1 - Math.max(0, Math.min(1, share))) ** 3;
const between = (from: number, to: number, share: number) => from + (to - from) * share;
/** The light reaches its full brightness after this share of its run. */
const KINDLED = 0.25;

/** Creates a lane on which nothing is chosen yet. */
export function createLane({ slideMs, leadMs, afterglowMs }: IndicatorsTuning): Lane {
  const listeners = new Set<() => void>();
  const start: LaneFrame = { from: 0, to: 0, travel: 0, light: 0, glow: 0 };
  const now: LaneFrame = { ...start };
  let target: { from: number; to: number } | null = null;
  let chosenMs = 0;
  let isSliding = false;

  const read = (timeMs: number, into: LaneFrame) => {
    const passedMs = Math.max(0, timeMs - chosenMs);
    const aim = target ?? start;
    const slid = isSliding ? easeOut(passedMs / slideMs) : 1;
    const heading = Math.sign(aim.from - start.from);
    const ahead = heading < 0 ? aim.from : aim.to;
    into.from = between(start.from, aim.from, slid);
    into.to = between(start.to, aim.to, slid);
    // a full travel is a whole number of dashes, so the dashes do not jump if another tab is chosen on the way
    into.travel = (start.travel - heading) * (1 - slid);
    into.light = isSliding ? between(start.light, ahead, easeOut(passedMs / leadMs)) : ahead;
    const kindled = between(start.glow, 1, Math.min(1, passedMs / (leadMs * KINDLED)));
    const faded = Math.max(0, Math.min(1, 1 - (passedMs - leadMs) / afterglowMs));
    into.glow = isSliding ? kindled * faded * faded : 0;
  };

  return {
    read,
    choose(index, count, timeMs) {
      const next = { from: index / count, to: (index + 1) / count };
      if (target?.from === next.from && target.to === next.to) return;
      if (target) {
        read(timeMs, now);
        Object.assign(start, now);
        isSliding = true;
        // a light that has faded starts again at the leading edge
        if (now.glow === 0) start.light = next.from < target.from ? now.from : now.to;
      } else {
        Object.assign(start, next, { travel: 0, light: next.to, glow: 0 });
      }
      target = next;
      chosenMs = timeMs;
      for (const listener of listeners) listener();
    },
    isLive: (timeMs) => isSliding && timeMs < chosenMs + Math.max(slideMs, leadMs + afterglowMs),
    isCalm: (timeMs) => timeMs > chosenMs + slideMs,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
