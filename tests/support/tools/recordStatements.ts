import { Client } from 'pg';

/** A statement that was sent to the database. */
export interface Statement {
  /** Set if PostgreSQL keeps the parsed statement for the connection. */
  name?: string | undefined;
  text: string;
  values: unknown[];
}

/** Runs something and lists the statements that this process sends to any database meanwhile. */
export async function recordStatements(run: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const prototype = Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function recorded(this: Client, ...given: unknown[]) {
    const [first, second] = given as [string | Partial<Statement>, unknown];
    const asked: Partial<Statement> = typeof first === 'string' ? { text: first } : first;
    const values = Array.isArray(second) ? second : (asked.values ?? []);
    if (asked.text !== undefined) statements.push({ name: asked.name, text: asked.text, values });
    return Reflect.apply(query, this, given);
  };
  try {
    await run();
  } finally {
    prototype.query = query;
  }
  return statements;
}
