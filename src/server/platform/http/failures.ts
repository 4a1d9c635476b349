import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { AppError, errorReply, toAppError } from './errors.ts';

/** Answers what no route takes: with the page for visitors, in the one shape of contract/errors.ts for programs. */
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

/** Answers whatever was thrown in the one shape; also what Fastify finds before routing, as a broken encoding. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = toAppError(thrown);
  // the disk guard has said it once, and a log grows on the same disk
  if (error.status >= 500 && error.code !== 'readOnly')
    request.log.error({ err: thrown, req: request }, error.message);
  else if (error.code === 'badRequest' && error.cause)
    request.log.info({ err: error.cause }, 'refused input');
  if (error.details.retryAfterSeconds) void reply.header('retry-after', error.details.retryAfterSeconds);
  void reply
    .code(error.status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorReply(error, request.id));
}

/** What is not even HTTP gets an answer of one line and the connection is closed. */
export function answerClientError(error: FastifyError | NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const isTooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = isTooLarge
    ? '431 Request Header Fields Too Large'
    : isTooSlow
      ? '408 Request Timeout'
      : '400 Bad Request';
  const body = JSON.stringify({ code: 'badRequest', message: 'The request is not valid', requestId: '' });
  const head = ['content-type: application/json', `content-length: ${body.length}`, 'connection: close'];
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Tells which methods a path has, of the routes that are defined from now on. */
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
