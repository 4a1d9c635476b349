import type { PoolClient, QueryConfig } from 'pg';
import { CheckedPool } from './checkedPool.ts';

/** Most reads that one loan of a connection serves. */
const MOST_READS = 16;
/** A loan takes no more reads after this time, so that a slow read delays only those of its moment. */
const TAKES_READS_MS = 2;

const shortReads = new Set<string>();

/**
 * Marks a named statement that only reads, waits for no lock, and takes less than a few milliseconds for nearly everybody.
 * @returns the name
 */
export function shortRead(name: string): string {
  shortReads.add(name);
  return name;
}

/** A connection that is lent to all short reads of a moment. */
interface Loan {
  client: Promise<PoolClient>;
  atMs: number;
  reads: number;
  unanswered: number;
  failure?: Error;
}

/**
 * A pool whose short reads share a connection: those of a moment are sent one behind the other, without waiting for the
 * answers. One waking of a backend then serves several, which is most of what a short read costs (docs/scale.md).
 */
export class ReadPool extends CheckedPool {
  #loan: Loan | undefined;

  // pg has twelve overloads of this method, and these types fit all of them
  override query(...given: never[]): never {
    const [statement, values] = given as unknown as [QueryConfig | string, unknown[]?];
    const isShort = typeof statement === 'object' && shortReads.has(statement.name ?? '');
    if (isShort) return this.#read(statement, values) as never;
    return (super.query as (...parts: unknown[]) => unknown).apply(this, given) as never;
  }

  async #read(statement: QueryConfig, values?: unknown[]): Promise<unknown> {
    const loan = this.#openLoan();
    loan.reads++;
    loan.unanswered++;
    try {
      const client = await loan.client;
      return await client.query(statement, values);
    } catch (error) {
      loan.failure = error as Error;
      this.#endLoan(loan);
      throw error;
    } finally {
      if (--loan.unanswered === 0) {
        this.#endLoan(loan);
        // a connection is closed after a failure, as those of single statements are
        void loan.client.then(
          (client) => client.release(loan.failure),
          () => {},
        );
      }
    }
  }

  #openLoan(): Loan {
    const loan = this.#loan;
    const nowMs = performance.now();
    if (loan && loan.reads < MOST_READS && nowMs - loan.atMs < TAKES_READS_MS) return loan;
    return (this.#loan = { client: this.connect(), atMs: nowMs, reads: 0, unanswered: 0 });
  }

  #endLoan(loan: Loan): void {
    if (this.#loan === loan) this.#loan = undefined;
  }
}
