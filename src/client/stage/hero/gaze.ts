/** Where a visitor looks, -1 to 1 each way; 0 is the middle. */
export interface Point {
  x: number;
  y: number;
}

/** A look that follows what it is aimed at, as a function of time. */
export interface Gaze {
  /** Turns to a point at a time, ms. */
  aim(point: Point, timeMs: number): void;
  /** Writes where it looks at a time, ms. */
  read(timeMs: number, into: Point): void;
  /** Whether it has all but arrived by that time. */
  isAtRest(timeMs: number): boolean;
}

interface Course {
  from: number;
  speed: number;
  to: number;
}

/** Critically damped: it arrives without swinging, and a new aim never makes its speed jump. */
function courseAt({ from, speed, to }: Course, sinceMs: number, settleMs: number) {
  const away = from - to;
  const pull = speed + away / settleMs;
  const decay = Math.exp(-sinceMs / settleMs);
  const way = away + pull * sinceMs;
  return { at: to + way * decay, speed: (pull - way / settleMs) * decay };
}

/** After so many times its settling nobody sees it move. */
const ARRIVED = 7;

const within = (value: number) => Math.max(-1, Math.min(1, value));

/** @param settleMs it has gone a quarter of its way after this time, 90 % after four times as long */
export function createGaze(settleMs: number): Gaze {
  const courses = { x: { from: 0, speed: 0, to: 0 }, y: { from: 0, speed: 0, to: 0 } };
  let sinceMs = 0;
  const passed = (timeMs: number) => Math.max(0, timeMs - sinceMs);
  return {
    aim(point, timeMs) {
      for (const axis of ['x', 'y'] as const) {
        const { at, speed } = courseAt(courses[axis], passed(timeMs), settleMs);
        courses[axis] = { from: at, speed, to: within(point[axis]) };
      }
      sinceMs = timeMs;
    },
    read(timeMs, into) {
      into.x = within(courseAt(courses.x, passed(timeMs), settleMs).at);
      into.y = within(courseAt(courses.y, passed(timeMs), settleMs).at);
    },
    isAtRest: (timeMs) => passed(timeMs) > ARRIVED * settleMs,
  };
}

/** How a look wanders where no pointer leads it: slowly, from the middle. */
export interface DriftTuning {
  periodMs: number;
  /** How far it goes, share of the way to the edge. */
  share: number;
  /** Time until it goes its whole way. */
  riseMs: number;
}

export function drift({ periodMs, share, riseMs }: DriftTuning, timeMs: number, into: Point): void {
  const reach = share * Math.min(1, timeMs / riseMs);
  const turn = (2 * Math.PI * timeMs) / periodMs;
  into.x = reach * Math.sin(turn);
  into.y = reach * Math.sin(turn * 0.63);
}
