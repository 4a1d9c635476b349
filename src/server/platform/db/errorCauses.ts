import { DrizzleQueryError } from 'drizzle-orm';

/** Whether an error or one of its causes passes `isMeant`. Drizzle wraps the errors of the database. */
export function someCause(error: unknown, isMeant: (cause: Error) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isMeant(cause)) return true;
  return false;
}

/** Whether the SQLSTATE of an error or of one of its causes passes `isMeant`. */
export const hasState = (error: unknown, isMeant: (state: string) => boolean): boolean =>
  someCause(error, (cause) => 'code' in cause && isMeant(String(cause.code)));

/**
 * Says in words why the database failed. Drizzle's own words are the statement alone, and a host with several addresses
 * that all refuse a connection leaves only a code.
 */
export function reasonOf(error: unknown): string {
  const reason = error instanceof DrizzleQueryError && error.cause ? error.cause : (error as Error);
  return reason.message || String((reason as NodeJS.ErrnoException).code);
}
