import type pg from 'pg';

/** Replacements of the statements of `withTx` inside a transaction: savepoints. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  BEGIN: ['SAVEPOINT part'],
  COMMIT: ['RELEASE SAVEPOINT part'],
  ROLLBACK: ['ROLLBACK TO SAVEPOINT part', 'RELEASE SAVEPOINT part'],
};

type Query = (...given: unknown[]) => Promise<pg.QueryResult>;

/**
 * A pool whose connections share one open transaction. Each transaction of a use case becomes a part of it, with a
 * savepoint for its rollback. One part runs at a time; the next waits until its connection is released. A statement
 * that is sent together with its BEGIN (`joinedQuery`) does not work here.
 */
export class OneTransaction {
  #client: pg.PoolClient | undefined;
  #last: Promise<void> = Promise.resolve();

  /** Sets the connection with the open transaction. */
  use(client: pg.PoolClient | undefined): void {
    this.#client = client;
    this.#last = Promise.resolve();
  }

  readonly query: Query = (...given) => this.#query(...given);

  async connect(): Promise<pg.PoolClient> {
    const before = this.#last;
    let release = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return new Part(this.query, release) as unknown as pg.PoolClient;
  }

  #query(...given: unknown[]): Promise<pg.QueryResult> {
    if (!this.#client) throw new Error('no transaction is open');
    return (this.#client.query as unknown as Query).apply(this.#client, given);
  }
}

/** A part of a transaction, as a connection. */
class Part {
  #isOpen = false;
  readonly #query: Query;
  readonly release: () => void;

  constructor(query: Query, release: () => void) {
    this.#query = query;
    this.release = release;
  }

  readonly query = async (...given: unknown[]): Promise<pg.QueryResult | undefined> => {
    const [text] = given;
    const statements = typeof text === 'string' ? INSIDE[text] : undefined;
    if (!statements) return this.#query(...given);
    const isBegin = text === 'BEGIN';
    if (!isBegin && !this.#isOpen) return undefined;
    this.#isOpen = isBegin;
    for (const statement of statements) await this.#query(statement);
    return undefined;
  };

  getTransactionStatus(): 'I' | 'T' {
    return this.#isOpen ? 'T' : 'I';
  }

  /** Does nothing, because the connection has its listeners already. */
  on(): this {
    return this;
  }

  removeListener(): this {
    return this;
  }
}
