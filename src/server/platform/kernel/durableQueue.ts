import type { Deps } from './deps.ts';
import { errorLine } from './logging.ts';

/** A row of a queue: its id, and its number of attempts including this one. */
export interface QueueRow {
  id: string;
  attempts: number;
}

/**
 * A table used as a queue: a transaction writes a row, and afterwards the row causes an effect outside the database.
 * The table has `id`, `run_at` (the due time; during an attempt the end of the lease) and `attempts`.
 */
export interface DurableQueue<Row extends QueueRow> {
  table: string;
  /** SQL of the rows that still wait. It must be the condition of the table's partial index. */
  waiting: string;
  /** SQL condition of the rows of the table `q` that are not taken. */
  unless?: string;
  /** SQL by which the due rows of the table `q` are ordered. Default: by their time. */
  order?: string;
  /** Columns that an attempt reads, beside `id` and `attempts`. */
  columns: readonly string[];
  /** SQL assignments when an attempt succeeded. $2 is the time. */
  done: string;
  /** SQL assignments when an attempt failed. $2 is the time of the next one, $3 the reason. */
  postponed: string;
  /** SQL assignments when the row is given up. $2 is the time, $3 the reason. */
  givenUp: string;
  /** SQL statement that runs with the one that gives a row up, of which `changed` has the new values. */
  alsoGivenUp?: string;
  /** SQL assignments when the attempt throws `WorthNothing`, if they differ from `givenUp`. */
  worthless?: string;
  /**
   * Lease of a row: for this time no other server takes it. It must exceed the longest attempt, or the effect happens
   * twice.
   */
  leaseMs: number;
  /** Delays before the retries, or a function of the row. When the last retry fails, the row is given up. */
  backOffMs: readonly number[] | ((row: Row) => readonly number[]);
  /** Number of rows in one batch. */
  batch: number;
  /** Whether the rows of a batch are tried one after the other. */
  isSequential?: boolean;
  /** Causes the effect. An error postpones the row; `WorthNothing` ends it (`worthless`). */
  attempt: (row: Row) => Promise<void>;
  /** Called after each attempt, for counters and the log. */
  onOutcome: (row: Row, outcome: 'done' | 'postponed' | 'givenUp' | 'worthless', reason: string) => void;
}

/** Thrown by an attempt on a row that has become useless. */
export class WorthNothing extends Error {
  override readonly name = 'WorthNothing';
}

/**
 * Tries every due row. Servers take different rows at the same time. An attempt is counted before it is made, outside
 * a transaction: if a server dies in between, another server tries again after the lease.
 * When the process stops, it finishes its batch and takes no further one, because the database is closed soon: a sent mail
 * that could not be noted as sent would be sent again.
 * @returns the number of successful rows; a failed row is due again later
 */
export async function workOff<Row extends QueueRow>(
  { pool, now, stopping }: Pick<Deps, 'pool' | 'now' | 'stopping'>,
  queue: DurableQueue<Row>,
): Promise<number> {
  const { table, waiting, leaseMs, batch } = queue;
  const columns = ['id', 'attempts', ...queue.columns].map((column) => `q.${column}`);
  const take = {
    name: `take ${table}`,
    text: `UPDATE ${table} q SET run_at = $2, attempts = attempts + 1
      FROM (SELECT id FROM ${table} q WHERE ${waiting} AND run_at <= $1 AND NOT (${queue.unless ?? 'false'})
        ORDER BY ${queue.order ?? 'run_at, id'} LIMIT $3 FOR UPDATE SKIP LOCKED) due
      WHERE q.id = due.id
      RETURNING ${columns.join(', ')}`,
  };
  const settle = async (set: string, row: Row, values: readonly unknown[], isOwn = '', also?: string) => {
    const update = `UPDATE ${table} SET ${set} WHERE id = $1 AND ${waiting}${isOwn}`;
    const text = also ? `WITH changed AS (${update} RETURNING *) ${also}` : update;
    await pool.query(text, [row.id, ...values.slice(0, set.includes('$3') ? 2 : 1)]);
  };
  // an attempt that outlived its lease must not delay or end a row that was attempted again meanwhile
  const settleFailed = (set: string, row: Row, at: Date, reason: string, also?: string) =>
    settle(set, row, [at, reason], ` AND attempts = ${row.attempts}`, also);

  const tryRow = async (row: Row): Promise<boolean> => {
    try {
      await queue.attempt(row);
    } catch (error) {
      const isWorthless = error instanceof WorthNothing;
      const reason = isWorthless ? error.message : errorLine(error);
      const delaysMs = typeof queue.backOffMs === 'function' ? queue.backOffMs(row) : queue.backOffMs;
      const delayMs = isWorthless ? undefined : delaysMs[row.attempts - 1];
      const ended = isWorthless && queue.worthless !== undefined ? 'worthless' : 'givenUp';
      const outcome = delayMs === undefined ? ended : 'postponed';
      const at = new Date(now().getTime() + (delayMs ?? 0));
      const also = outcome === 'givenUp' ? queue.alsoGivenUp : undefined;
      await settleFailed(queue[outcome] ?? queue.givenUp, row, at, reason, also);
      queue.onOutcome(row, outcome, reason);
      return false;
    }
    await settle(queue.done, row, [now()]);
    queue.onOutcome(row, 'done', '');
    return true;
  };

  for (let done = 0; ;) {
    const takenAt = now();
    const lease = new Date(takenAt.getTime() + leaseMs);
    const { rows } = await pool.query<Row>({ ...take, values: [takenAt, lease, batch] });
    if (queue.isSequential) for (const row of rows) done += Number(await tryRow(row));
    else done += (await Promise.all(rows.map(tryRow))).filter(Boolean).length;
    if (rows.length < batch || stopping?.aborted) return done;
  }
}
