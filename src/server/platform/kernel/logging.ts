import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/** Log settings without secrets: no query, no header, no parameter of a statement. */
export function loggerOptions(level: string): Exclude<NonNullable<FastifyServerOptions['logger']>, boolean> {
  return {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?', 1)[0] }),
      err: describeError,
    },
  };
}

/** An error without values: Drizzle's message ends with the parameters, and PostgreSQL's detail names them. */
function describeError(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    type: error.name,
    message: error.message.split('\nparams:', 1)[0] ?? '',
    stack:
      error.stack
        ?.split('\n')
        .filter((line) => line.startsWith('    at '))
        .join('\n') ?? '',
    ...code,
    ...cause,
  };
}

const LINE_CHARACTERS = 300;
const MINUTE_MS = 60_000;
/** Lines of one kind that are logged whole in a minute. */
export const LINES_PER_MINUTE = 10;

/** An error in one line for a table or a log, without values of a statement and without e-mail addresses. */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return 'not an error';
  const message = error.message.split('\nparams:', 1)[0] ?? '';
  return (
    message
      // matches only start at the beginning of a word: otherwise a long word would take quadratic time
      .replaceAll(/(?<![^\s<>"'@])[^\s<>"'@]+@[^\s<>"']+/g, '(address)')
      .replaceAll(/\s+/g, ' ')
      .slice(0, LINE_CHARACTERS)
  );
}

/**
 * Limits log lines to `LINES_PER_MINUTE`, for events that strangers or an outage can cause in large numbers.
 * @returns a function that returns the number of skipped events since the last line, or undefined if this event is
 * skipped too
 */
export function createLineLimit(now: () => Date): () => number | undefined {
  let windowEndsAtMs = 0;
  let lines = 0;
  let unsaid = 0;
  return () => {
    const nowMs = now().getTime();
    if (nowMs >= windowEndsAtMs) {
      windowEndsAtMs = nowMs + MINUTE_MS;
      lines = 0;
    }
    if (lines >= LINES_PER_MINUTE) {
      unsaid += 1;
      return undefined;
    }
    lines += 1;
    const left = unsaid;
    unsaid = 0;
    return left;
  };
}
