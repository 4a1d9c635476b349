import { Client } from 'pg';

/** A statement as it went to the database. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Runs something and lists the statements that this process sends to any database meanwhile. */
export async function recordStatements(run: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = Client.prototype;
  Client.prototype.query = function recorded(this: Client, ...given: unknown[]) {
    const [first, second] = given as [string | { text?: string; values?: unknown[] }, unknown];
    const asked = typeof first === 'string' ? { text: first } : first;
    const values = Array.isArray(second) ? second : (asked.values ?? []);
    if (asked.text !== undefined) statements.push({ text: asked.text, values });
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await run();
  } finally {
    Client.prototype.query = query;
  }
  return statements;
}
