import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import { AppError, errorReply, toAppError } from '#/server/platform/kernel/errors.ts';
import { createLineLimit, errorLine } from '#/server/platform/kernel/logging.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';

/** Answers requests that match no route: with a page for visitors, with an ErrorReply for programs. */
export function answerMissing(
  app: FastifyInstance,
  methodsOf: (path: string) => string[],
  showMissingPage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = methodsOf(path);
    if (methods.length > 0) {
      void reply.header('allow', methods.join(', '));
      throw new AppError('methodNotAllowed');
    }
    const isPage = /^(GET|HEAD)$/.test(request.method) && !/^\/(api|assets)(\/|$)/.test(path);
    if (!isPage) throw new AppError('notFound');
    return showMissingPage(request, reply);
  });
}

/**
 * Answers every error with an ErrorReply, including errors that Fastify finds before routing, such as a malformed
 * encoding.
 */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = toAppError(thrown);
  const isGone = request.raw.socket.destroyed && !request.raw.complete;
  // callers who leave during a request are no failure of the server
  if (isGone) request.log.debug({ req: request }, 'the caller left before the request was whole');
  // logged once when it began: each further line would grow the log on the same full disk
  else if (error.code === 'readOnly') request.log.debug({ req: request }, error.message);
  // refused on purpose, for example while a part of the site is closed or the process stops
  else if (error.status === 503 && thrown === error && !error.cause)
    request.log.info({ req: request, code: error.code }, error.message);
  else if (error.status === 503) logOutage(thrown, request, error.message);
  else if (error.status >= 500) request.log.error({ err: thrown, req: request }, error.message);
  else if (error.code === 'badRequest' && error.cause)
    request.log.info({ err: error.cause }, 'refused input');
  const { retryAfterSeconds = 0 } = error.details;
  const isForLater = error.status === 429 || error.status === 503;
  if (isForLater || retryAfterSeconds > 0) void reply.header('retry-after', Math.max(1, retryAfterSeconds));
  void reply
    .code(error.status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorReply(error, request.id, messageFor(request, error)));
}

/** In an outage every request fails in the same way. Time since the start is enough to count them by minutes. */
const outageLines = createLineLimit(() => new Date(performance.now()));

/** Logs some failures of each minute whole and the others in short, so that a bad night does not fill the disk. */
function logOutage(thrown: unknown, request: FastifyRequest, message: string): void {
  const skipped = outageLines();
  if (skipped === undefined) request.log.info({ req: request, cause: errorLine(thrown) }, message);
  else request.log.error({ err: thrown, req: request, skipped }, message);
}

/**
 * The sentence for an error in the language that the caller accepts (E2). Undefined for callers that name none of the
 * site's languages, such as adapters of games.
 */
function messageFor({ headers }: FastifyRequest, { code }: AppError): string | undefined {
  const locale = acceptedLocale(headers['accept-language']);
  return locale && (pageText(locale, `errors:${code}`) ?? pageText(locale, `operatorErrors:${code}`));
}

const STATUS_LINES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** The raw answer to a malformed or slow request. The connection ends with it. */
export function refusalOf(error: NodeJS.ErrnoException, headers: Readonly<Record<string, string>>): string {
  const requestId = randomUUID();
  const body = JSON.stringify(errorReply(new AppError('badRequest'), requestId));
  const head = {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'}`, ...lines, '', body].join('\r\n');
}

/** Collects the methods of each path, for the routes defined from now on. */
export function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const known = new Map<string, { pattern: RegExp; methods: string[] }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: [] };
    entry.methods.push(...[method].flat());
    known.set(url, entry);
  });
  return (path) => [...known.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []));
}

function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment.replaceAll(/[.+?|[\]{}\\^$()]/g, String.raw`\$&`);
    return /\(\^(.*)\$\)$/.exec(segment)?.[1] ?? '[^/]+';
  });
  return new RegExp(`^${segments.join('/').replace(/\/$/, '')}/?$`);
}
