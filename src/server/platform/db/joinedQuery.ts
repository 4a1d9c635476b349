import { Query, type Connection, type PoolClient, type QueryConfig } from 'pg';
import type { QueryResult, QueryResultRow } from 'pg';

/** What pg's connections and queries do on the wire, and their types do not say. */
interface Wire extends Connection {
  parse(statement: { name?: string | undefined; text: string }): void;
  bind(message: object): void;
  execute(message: object): void;
  /** Sent, and not known to have arrived. */
  submittedNamedStatements: Record<string, string>;
}
interface WireQuery {
  name: string;
  text: string;
  callback: (error: Error | null, results: QueryResult[]) => void;
  hasBeenParsed(wire: Wire): boolean;
  /** Parses unless parsed before, binds, describes, and has `_getRows` do the rest. */
  prepare(wire: Wire): void;
  _getRows(wire: Wire): void;
}
const NamedQuery = Query as unknown as new (config: QueryConfig & { name: string }) => WireQuery;

function run(wire: Wire, text: 'BEGIN' | 'COMMIT'): void {
  wire.parse({ text });
  wire.bind({});
  wire.execute({});
}

class FirstOfTransaction extends NamedQuery {
  override prepare(wire: Wire): void {
    // before the BEGIN: pg takes the first thing that was parsed for the statement
    if (!this.hasBeenParsed(wire)) {
      wire.parse({ name: this.name, text: this.text });
      wire.submittedNamedStatements[this.name] = this.text;
    }
    run(wire, 'BEGIN');
    super.prepare(wire);
  }
}

class LastOfTransaction extends NamedQuery {
  override _getRows(wire: Wire): void {
    wire.execute({});
    run(wire, 'COMMIT');
    wire.sync();
  }
}

/**
 * Sends a named statement together with the BEGIN before it, or with the COMMIT after it: one message, one answer, where
 * each by itself would wake both ends. When the statement fails, PostgreSQL skips the COMMIT.
 */
export async function joinedQuery<R extends QueryResultRow>(
  client: PoolClient,
  statement: QueryConfig & { name: string },
  place: 'first' | 'last',
): Promise<QueryResult<R>> {
  const query = new (place === 'first' ? FirstOfTransaction : LastOfTransaction)(statement);
  const results = await new Promise<QueryResult[]>((resolve, reject) => {
    query.callback = (error, all) => (error ? reject(error) : resolve(all));
    client.query(query as unknown as Query);
  });
  return results[place === 'first' ? 1 : 0] as QueryResult<R>;
}
