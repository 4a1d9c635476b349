/** A tile edge that passes the pointer, in `performance.now()` time; `speed` is 0 to 1 of the top speed. */
export interface TickTime {
  index: number;
  atMs: number;
  speed: number;
}

/** The ticks of a spin as a plan. It is read repeatedly, because the server's answer changes the later ticks. */
export interface TickPlan {
  ticksBetween(fromMs: number, toMs: number): TickTime[];
  /** Time after which no tick comes; Infinity while the winner is not known. */
  endsAtMs(): number;
}
