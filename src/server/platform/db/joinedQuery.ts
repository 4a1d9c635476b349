import { Query, type Connection, type PoolClient, type QueryConfig } from 'pg';
import type { QueryResult, QueryResultRow } from 'pg';
import { isBehindPooler } from './poolerClient.ts';

/** Methods of pg's connections and queries that its types do not have. */
interface Wire extends Connection {
  parse(statement: { name?: string | undefined; text: string }): void;
  bind(message: object): void;
  execute(message: object): void;
  /** Statements that were sent but may not have arrived yet. */
  submittedNamedStatements: Record<string, string>;
}
interface WireQuery {
  name: string;
  text: string;
  callback: (error: Error | null, results: QueryResult[]) => void;
  hasBeenParsed(wire: Wire): boolean;
  /** Parses the statement if it is new, binds it and describes it. `_getRows` does the rest. */
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
    // parsed before the BEGIN, because pg takes the first parsed text for the statement
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
 * Sends a named statement together with the BEGIN before it or the COMMIT after it, in one message with one answer. Two
 * messages would wake both processes twice. If the statement fails, PostgreSQL skips the COMMIT. Behind a pooler they are
 * two messages, sent one after the other without waiting.
 */
export async function joinedQuery<R extends QueryResultRow>(
  client: PoolClient,
  statement: QueryConfig & { name: string },
  place: 'first' | 'last',
): Promise<QueryResult<R>> {
  if (isBehindPooler(client)) {
    if (place === 'first') return (await Promise.all([client.query('BEGIN'), client.query<R>(statement)]))[1];
    return (await Promise.all([client.query<R>(statement), client.query('COMMIT')]))[0];
  }
  const query = new (place === 'first' ? FirstOfTransaction : LastOfTransaction)(statement);
  const results = await new Promise<QueryResult[]>((resolve, reject) => {
    query.callback = (error, all) => (error ? reject(error) : resolve(all));
    client.query(query as unknown as Query);
  });
  return results[place === 'first' ? 1 : 0] as QueryResult<R>;
}
