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
