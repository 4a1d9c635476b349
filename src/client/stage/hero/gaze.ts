/** The point at which a visitor looks, -1 to 1 on both axes; 0 is the middle. */
export interface Point {
  x: number;
  y: number;
}

/** A gaze that follows its aim, as a function of time. */
export interface Gaze {
  /** Aims at a point at a time, ms. */
  aim(point: Point, timeMs: number): void;
  /** Writes the point of the gaze at a time, ms. */
  read(timeMs: number, into: Point): void;
  /** Whether the gaze has practically arrived by that time. */
  isAtRest(timeMs: number): boolean;
}

interface Course {
  from: number;
  speed: number;
  to: number;
}

/** Critically damped motion: it arrives without swinging, and a new aim does not change its speed abruptly. */
function courseAt({ from, speed, to }: Course, sinceMs: number, settleMs: number) {
  const away = from - to;
  const pull = speed + away / settleMs;
  const decay = Math.exp(-sinceMs / settleMs);
  const way = away + pull * sinceMs;
  return { at: to + way * decay, speed: (pull - way / settleMs) * decay };
}

/** After this many times `settleMs` its motion is invisible. */
const ARRIVED = 7;

const within = (value: number) => Math.max(-1, Math.min(1, value));

/** @param settleMs time in which the gaze covers a quarter of its way; four times as long covers 90 % */
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

/** How a gaze wanders slowly around the middle if there is no pointer. */
export interface DriftTuning {
  periodMs: number;
  /** How far the gaze wanders, as a share of the distance to the edge. */
  share: number;
  /** Time until it wanders the whole distance. */
  riseMs: number;
}

/** Writes the point of a wandering gaze at a time since its start, ms. */
export function drift({ periodMs, share, riseMs }: DriftTuning, timeMs: number, into: Point): void {
  const reach = share * Math.min(1, timeMs / riseMs);
  const turn = (2 * Math.PI * timeMs) / periodMs;
  into.x = reach * Math.sin(turn);
  into.y = reach * Math.sin(turn * 0.63);
}
