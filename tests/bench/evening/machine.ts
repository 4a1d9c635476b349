import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type pg from 'pg';
import { cpuSecondsOf } from '../reads/loads.ts';

const TICKS_PER_SECOND = 100;
/** Enough to find it in the source. */
const STATEMENT_CHARACTERS = 160;
export const CORES = availableParallelism();

/** The processes that share the machine, by their ids. */
export interface Programs {
  sites: readonly number[];
  /** The first process of PostgreSQL; its children do the work. */
  postgres: number;
  /** The load, the streams, and this process. */
  load: readonly number[];
}

/** Seconds of processors that were used, since some moment in the past. */
export interface CpuTimes {
  sites: number[];
  postgres: number;
  load: number;
  /** Of the whole machine, whoever used them. */
  machine: number;
  atMs: number;
}

/** Shares of one processor, in a time. */
export interface CpuShares {
  sites: number[];
  postgres: number;
  load: number;
  others: number;
}

export function cpuTimes({ sites, postgres, load }: Programs): CpuTimes {
  return {
    sites: sites.map(cpuSecondsOf),
    postgres: familyCpuSeconds(postgres),
    load: load.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
    machine: machineCpuSeconds(),
    atMs: performance.now(),
  };
}

export function cpuShares(from: CpuTimes, to: CpuTimes): CpuShares {
  const seconds = (to.atMs - from.atMs) / 1000;
  const share = (before: number, after: number) => (after - before) / seconds;
  const sites = to.sites.map((after, at) => share(from.sites[at]!, after));
  const postgres = share(from.postgres, to.postgres);
  const load = share(from.load, to.load);
  const known = sites.reduce((sum, site) => sum + site, 0) + postgres + load;
  return { sites, postgres, load, others: Math.max(0, share(from.machine, to.machine) - known) };
}

/** A process with its children, those that have ended too. */
function familyCpuSeconds(pid: number): number {
  const living = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = living.filter((name) => fieldsOf(Number(name))?.[1] === String(pid));
  const own = fieldsOf(pid) ?? [];
  const ended = (Number(own[13]) + Number(own[14])) / TICKS_PER_SECOND;
  return children.reduce((sum, name) => sum + (cpuSecondsOf(Number(name)) || 0), cpuSecondsOf(pid) + ended);
}

/** The fields of a process after its name: state, parent, … */
function fieldsOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
  } catch {
    return undefined;
  }
}

function machineCpuSeconds(): number {
  const [, user, nice, system, , , irq, softIrq, steal] = readFileSync('/proc/stat', 'latin1')
    .split('\n', 1)[0]!
    .split(/ +/)
    .map(Number);
  return (user! + nice! + system! + irq! + softIrq! + steal!) / TICKS_PER_SECOND;
}

/** The first process of the PostgreSQL behind a pool, which must run on this machine. */
export async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const parent = fieldsOf(rows[0]!.pid)?.[1];
  if (parent === undefined) throw new Error('PostgreSQL must run on this machine, to see what it uses');
  return Number(parent);
}

/** Resident memory in MB. */
export function memoryMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kb) / 1024;
}

/** What the site tells of itself. */
export interface Told {
  /** 99th percentile since it was asked last. */
  loopLagMs: number;
  /** Requests that wait for a connection to the database. */
  waiting: number;
  heapMb: number;
  streams: number;
  streamsDropped: number;
}

export async function toldBy(port: number): Promise<Told> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = (name: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
  };
  return {
    loopLagMs: value('nodejs_eventloop_lag_p99_seconds') * 1000,
    waiting: value('database_connections{state="waiting"}'),
    heapMb: value('nodejs_heap_size_used_bytes') / 2 ** 20,
    streams: value('live_streams'),
    streamsDropped: value('live_streams_dropped'),
  };
}

/** What a connection waits for whose transaction is open, and whose next statement has not come: the site is busy. */
export const NEXT_STATEMENT = 'the next statement of the site';

/**
 * What the connections of the site wait for at this moment: `CPU` are those that work. A lock is named with its
 * statement.
 */
export async function waitsNow(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ wait: string; statement: string | null }>(
    `SELECT CASE WHEN wait_event_type = 'Client' THEN '${NEXT_STATEMENT}'
         ELSE coalesce(wait_event_type || ' ' || wait_event, 'CPU') END AS wait,
       CASE WHEN wait_event_type = 'Lock' THEN regexp_replace(query, '\\s+', ' ', 'g') END AS statement
     FROM pg_stat_activity WHERE application_name = 'one-rp' AND state <> 'idle' AND pid <> pg_backend_pid()`,
  );
  return rows.map(({ wait, statement }) =>
    statement ? `${wait} in ${statement.slice(0, STATEMENT_CHARACTERS)}` : wait,
  );
}
