interface PollTuning {
  firstMs: number;
  growth: number;
  lastMs: number;
}

/**
 * How long to wait before an order is asked after again, ms: soon at first, then ever less often (RT6).
 * @param answers that have come, from 0
 */
export function pollDelayMs({ firstMs, growth, lastMs }: PollTuning, answers: number): number {
  return Math.min(lastMs, Math.round(firstMs * growth ** Math.max(0, answers - 1)));
}
