import { type CpuShares, CORES } from './machine.ts';
import { type Group, GROUPS, type Kind } from './mix.ts';
import type { Seen } from './visitors.ts';

/** Above it a person feels that they wait. */
export const LIMIT_MS = 250;
/** With fewer answers a 99th percentile is the worst of a handful. */
const FEWEST_ANSWERS = 100;
/** Share of one processor with which a process of one thread is full. */
const FULL_THREAD = 0.9;
/** Share of all processors with which a machine is full. */
const FULL_MACHINE = 0.92;
/** Shares of the waiting connections with which something is what they wait for. */
const MANY_WAITS = 0.4;
/** Share of a processor that others may use before a figure is not quiet. */
const QUIET = 0.1;

/** One point of the curve. */
export interface Point {
  rate: number;
  seen: Seen;
  cpu: CpuShares;
  memoryMb: number[];
  /** The worst of the processes. */
  loopLagMs: number;
  /** Most requests that waited for a connection. */
  waiting: number;
  /** How often connections were seen waiting for something. */
  waits: Record<string, number>;
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const at = (values: readonly number[], share: number) =>
  values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** Percentiles of the answers of some kinds together. */
export function percentiles({ latenciesMs }: Seen, kinds: readonly Kind[]) {
  const all = sorted(kinds.flatMap((kind) => latenciesMs[kind] ?? []));
  return { count: all.length, p50: at(all, 0.5), p99: at(all, 0.99) };
}

/** The groups of people who wait too long. */
export function slowGroups(seen: Seen): Group[] {
  return (Object.keys(GROUPS) as Group[]).filter((group) => {
    const { count, p99 } = percentiles(seen, GROUPS[group]);
    return count >= FEWEST_ANSWERS && p99 > LIMIT_MS;
  });
}

/** Whether others leave the machine to what is measured. */
export const isQuiet = ({ cpu }: Point): boolean => cpu.others <= QUIET;

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** What was at its limit, in words, the likeliest first. */
export function limitsOf({ cpu, waits, waiting, seen }: Point): string[] {
  const found: string[] = [];
  const sites = cpu.sites.reduce((sum, site) => sum + site, 0);
  const used = sites + cpu.postgres + cpu.load + cpu.others;
  const fullSites = cpu.sites.filter((share) => share >= FULL_THREAD).length;
  if (used >= FULL_MACHINE * CORES)
    found.push(
      `the ${CORES} processors: site ${percent(sites)}, PostgreSQL ${percent(cpu.postgres)}, load and streams ${percent(cpu.load)}, others ${percent(cpu.others)} of one`,
    );
  if (fullSites > 0) found.push(`the processor of ${fullSites} of ${cpu.sites.length} site processes`);
  const total = Object.values(waits).reduce((sum, count) => sum + count, 0);
  for (const [wait, count] of Object.entries(waits).toSorted(([, a], [, b]) => b - a))
    if (wait !== 'CPU' && count > MANY_WAITS * total)
      found.push(`PostgreSQL: ${percent(count / total)} of the busy connections wait for ${wait}`);
  if (waiting > 0) found.push(`connections to the database: ${waiting} requests waited for one`);
  if (seen.generatorLagMs > LIMIT_MS / 2)
    found.push(`the load itself, which was ${Math.round(seen.generatorLagMs)} ms late`);
  return found.length > 0 ? found : ['nothing that is measured here'];
}

const rounded = (value: number, digits = 0) => Number(value.toFixed(digits));

/** A point as a row for people. */
export function rowOf(processes: number, point: Point): Record<string, number | string> {
  const { rate, seen, cpu, memoryMb, loopLagMs, waiting } = point;
  const groups = (Object.keys(GROUPS) as Group[]).map((group) => {
    const { p50, p99 } = percentiles(seen, GROUPS[group]);
    return [group, `${rounded(p50)} / ${rounded(p99)}`] as const;
  });
  return {
    processes,
    'people/s': rate,
    'answers/s': rounded(seen.donePerSecond),
    ...Object.fromEntries(groups),
    errors: Object.values(seen.errors).reduce((sum, count) => sum + count, 0),
    'site cpu': cpu.sites.map((share) => rounded(share, 2)).join(' + '),
    'db cpu': rounded(cpu.postgres, 2),
    'load cpu': rounded(cpu.load, 2),
    'others cpu': rounded(cpu.others, 2),
    'site MB': memoryMb.map((mb) => rounded(mb)).join(' + '),
    'loop p99 ms': rounded(loopLagMs),
    'load late ms': rounded(seen.generatorLagMs),
    waiting,
  };
}

/** Of the used heap after collections: how much more there is at the end than after the warm-up. */
export function growthOf(heapMb: readonly number[]): number {
  const third = Math.floor(heapMb.length / 3);
  const floor = (values: readonly number[]) => Math.min(...values);
  return floor(heapMb.slice(2 * third)) / floor(heapMb.slice(third, 2 * third));
}
