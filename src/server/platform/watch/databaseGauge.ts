import { Gauge, type Registry } from 'prom-client';
import { withDeadline } from '#/server/platform/kernel/deadline.ts';

/** Deadline of a query for metrics: while the database is silent, the other metrics must still be served. */
const TIMEOUT_MS = 2000;

interface Description<L extends string> {
  name: string;
  help: string;
  labelNames?: readonly L[];
}
type Sample<L extends string> = { labels: Record<L, string>; value: number };

/**
 * Creates a gauge whose value is read from the database. While the database does not answer, the gauge is NaN, or has
 * no samples if it has labels.
 * @param read returns the value, or the samples of a gauge with labels
 */
export function databaseGauge<L extends string>(
  register: Registry,
  { name, help, labelNames = [] }: Description<L>,
  read: () => Promise<number | Sample<L>[]>,
): void {
  void new Gauge({
    name,
    help,
    labelNames,
    registers: [register],
    async collect() {
      this.reset();
      const isLabelled = labelNames.length > 0;
      const result = await withDeadline(read(), TIMEOUT_MS).catch(() => (isLabelled ? [] : Number.NaN));
      if (typeof result === 'number') this.set(result);
      else for (const { labels, value } of result) this.set(labels, value);
    },
  });
}
