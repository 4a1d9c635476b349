import type { Client as PgClient, ClientBase, QueryResult } from 'pg';

export type ClientClass = typeof PgClient;

/** Time limits that each transaction sets for itself. */
export interface TransactionLimits {
  statementMs: number;
  idleInTransactionMs: number;
}

type Callback = (error: Error | null, result?: QueryResult) => void;
type Statement = string | { text: string; name?: string };

/** Clients whose connection PostgreSQL lends them for one transaction only. */
const pooled = new WeakSet<ClientBase>();
/** Whether a client's connection is lent for one transaction only. */
export const isBehindPooler = (client: ClientBase): boolean => pooled.has(client);

/**
 * Makes a client for PgBouncer in transaction mode (N10). Each transaction may get another connection of PostgreSQL, so
 * nothing may be kept on one: the time limits are set in each transaction, statements have no names, and a statement
 * outside of a transaction gets one of its own, sent in the same round trip.
 */
export function behindPooler(Base: ClientClass, limits: TransactionLimits): ClientClass {
  const begin = `BEGIN; SET LOCAL statement_timeout = ${limits.statementMs}; SET LOCAL idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`;

  return class PoolerClient extends Base {
    /** Whether the statements sent so far leave a transaction open. */
    #isInTransaction = false;

    constructor(...config: ConstructorParameters<ClientClass>) {
      super(...config);
      pooled.add(this);
    }

    // pg has twelve overloads of this method, and these types fit all of them
    override query(...given: never[]): never {
      const [first, second, third] = given as unknown[];
      const send = super.query.bind(this) as (...parts: unknown[]) => unknown;
      const statement = nameless(first as Statement);
      const values = typeof second === 'function' ? undefined : second;
      const callback = [second, third].find((part) => typeof part === 'function') as Callback | undefined;
      const text = typeof statement === 'string' ? statement : statement.text;
      const isControl = this.#noteControl(text);
      if (isControl || this.#isInTransaction) {
        const rewritten = text === 'BEGIN' ? begin : statement;
        return send(rewritten, values, callback) as never;
      }
      const inOwnTransaction = (done: Callback) => {
        let own: Parameters<Callback> = [null];
        send(begin, undefined, () => {});
        send(statement, values, (...answer: Parameters<Callback>) => (own = answer));
        // the statement has happened only if its COMMIT is answered
        send('COMMIT', undefined, (error: Error | null) => done(own[0] ?? error, own[1]));
      };
      if (callback) return inOwnTransaction(callback) as never;
      return new Promise((resolve, reject) => {
        inOwnTransaction((error, result) => (error ? reject(error) : resolve(result)));
      }) as never;
    }

    /** Follows the beginnings and ends of transactions. @returns whether the text is one */
    #noteControl(text: string): boolean {
      if (text === 'BEGIN') this.#isInTransaction = true;
      else if (text === 'COMMIT' || text === 'ROLLBACK') this.#isInTransaction = false;
      else return false;
      return true;
    }
  };
}

/** PgBouncer before 1.21 knows no named statements, and a name would live on one connection only. */
function nameless(statement: Statement): Statement {
  if (typeof statement === 'string' || statement.name === undefined) return statement;
  const { name: _, ...rest } = statement;
  return rest;
}
