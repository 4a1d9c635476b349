import { seededRandom } from './spin/strip.ts';

/** A spark of the landing: its course and its life. */
export interface Spark {
  /** Direction and first speed, px per ms. */
  vx: number;
  vy: number;
  /** Where it begins, px. */
  fromX: number;
  fromY: number;
  lifeMs: number;
  sizePx: number;
}

/** Position of a spark, px from the middle of the prize, and its brightness, 0 to 1. */
export interface SparkState {
  x: number;
  y: number;
  alpha: number;
}

/** The golden angle: directions that differ by it are spread evenly, however many there are. */
const GOLDEN_RAD = Math.PI * (3 - Math.sqrt(5));
const DRAG_MS = 320;
const FALL_PX_PER_MS2 = 0.00022;

/** Sparks that fly from the prize to all sides, the same for the same seed. */
export function newSparks(count: number, seed: number): Spark[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, at) => {
    const angle = at * GOLDEN_RAD + 0.4 * random();
    const speed = 0.35 + 0.75 * random();
    return {
      vx: Math.cos(angle) * speed,
      vy: Math.sin(angle) * speed * 0.62,
      fromX: Math.cos(angle) * 84,
      fromY: Math.sin(angle) * 84,
      lifeMs: 700 + 900 * random(),
      sizePx: 5 + 11 * random() * random(),
    };
  });
}

/** Writes the state of a spark `timeMs` after its start into `state`: thrown, slowed by air, falling. */
export function sparkAt({ vx, vy, fromX, fromY, lifeMs }: Spark, timeMs: number, state: SparkState): void {
  const lived = timeMs / lifeMs;
  const way = DRAG_MS * (1 - Math.exp(-timeMs / DRAG_MS));
  state.x = fromX + vx * way;
  state.y = fromY + vy * way + (FALL_PX_PER_MS2 * timeMs * timeMs) / 2;
  state.alpha = lived >= 0 && lived < 1 ? (1 - lived) ** 1.5 : 0;
}
