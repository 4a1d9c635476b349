import type { Deps } from './deps.ts';

/** The time of the site, which is the time of the database. */
export interface Clock {
  /** Returns the time. It never goes back and never jumps, whatever happens to the clock of this machine. */
  now: () => Date;
  /** Reads the database's clock again. If that fails, it is logged and the last reading stays in force. */
  synchronize: () => Promise<void>;
  stop: () => void;
}

interface ClockOptions {
  /** Milliseconds of a clock that never jumps. Default: `performance.now`. */
  monotonicMs?: () => number;
  everyMs?: number;
}

const SYNCHRONIZE_EVERY_MS = 30_000;
/** A larger correction is logged: somebody set a clock, or the machine slept. */
const REMARKABLE_MS = 1000;
/**
 * If the first answer takes longer than this, the clock is read again, because the moment of the reading is too
 * uncertain.
 */
const GOOD_ROUND_TRIP_MS = 500;
const FIRST_ATTEMPTS = 5;

/** @returns a function that reads the clock of the database */
export function databaseClock(pool: Pick<Deps['pool'], 'query'>): () => Promise<Date> {
  return async () => {
    const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    return rows[0]!.now;
  };
}

/**
 * Starts the clock of a process. All processes of the site and every `now()` in SQL agree on the time of the database; the
 * wall clock of a machine may be wrong or may jump. Between two readings the time is extrapolated.
 * @param readDatabaseTime `databaseClock`
 * @throws Error when the database cannot be read at the start
 */
export async function startClock(
  readDatabaseTime: () => Promise<Date>,
  log: Pick<Deps['log'], 'warn'>,
  { monotonicMs = () => performance.now(), everyMs = SYNCHRONIZE_EVERY_MS }: ClockOptions = {},
): Promise<Clock> {
  const read = async () => {
    const askedMs = monotonicMs();
    const databaseMs = (await readDatabaseTime()).getTime();
    const roundTripMs = monotonicMs() - askedMs;
    return { aheadMs: databaseMs - askedMs - roundTripMs / 2, roundTripMs };
  };
  let reading = await read();
  for (let attempts = 1; attempts < FIRST_ATTEMPTS && reading.roundTripMs > GOOD_ROUND_TRIP_MS; attempts++) {
    const other = await read();
    if (other.roundTripMs < reading.roundTripMs) reading = other;
  }
  let { aheadMs } = reading;
  let lastMs = -Infinity;

  const synchronize = async () => {
    try {
      const next = await read();
      const byMs = Math.round(next.aheadMs - aheadMs);
      // the clock was read at some moment of the round trip, so a smaller difference means nothing
      if (Math.abs(byMs) <= next.roundTripMs / 2) return;
      aheadMs = next.aheadMs;
      if (byMs > REMARKABLE_MS) log.warn({ byMs }, 'the clock of the database went ahead of this server');
      if (byMs < -REMARKABLE_MS)
        log.warn(
          { byMs },
          'the clock of the database went back: the time of this server stands still until then',
        );
    } catch (error) {
      log.warn({ err: error }, 'the clock of the database cannot be read; the last reading goes on');
    }
  };
  const timer = setInterval(() => void synchronize(), everyMs).unref();
  return {
    now: () => {
      lastMs = Math.max(lastMs, Math.floor(monotonicMs() + aheadMs));
      return new Date(lastMs);
    },
    synchronize,
    stop: () => clearInterval(timer),
  };
}
