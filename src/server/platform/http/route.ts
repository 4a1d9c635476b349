import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, ParsedOf, ReplyOf } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { isErrorCode, type ErrorCode } from '#/contract/kernel/errors.ts';
import { DEFAULT_LOCALE, type Locale } from '#/contract/kernel/locale.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { refuseWhileStopped } from '#/server/platform/kernel/stops.ts';
import { refuseWhileReadOnly } from '#/server/platform/watch/diskGuard.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { endOfTurn } from '#/server/platform/pages/endOfTurn.ts';
import { refuseInPreview } from '#/server/platform/pages/previewCookie.ts';
import { ReadyBytes, sendReady } from '#/server/platform/pages/readyBytes.ts';
import { refuseUnlessScript } from './scriptOnly.ts';
import { findSession, type SessionAccount } from '#/server/domain/accounts/access/session.ts';

/** The caller, besides the input of the call. */
export type CallerOf<E extends Endpoint> = {
  /** Language of the answer's texts, from Accept-Language. */
  locale: Locale;
  /** Well-formed key. Absent when the caller sent none. */
  idempotencyKey?: string;
  request: FastifyRequest;
  reply: FastifyReply;
} & (E['access'] extends 'session' ? { account: SessionAccount } : unknown);

declare module 'fastify' {
  interface FastifyRequest {
    account: SessionAccount | null;
  }
}

/**
 * Serves one row of the endpoint table: checks the access, parses the input without coercion and unknown fields, and
 * sends only fields that the reply schema names. Ready bytes are sent as they are.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (input: ParsedOf<E>, caller: CallerOf<E>) => Promise<ReplyOf<E> | ReadyBytes>,
): void {
  const isRead = endpoint.method === 'GET';
  const checkCaller = async (request: FastifyRequest) => {
    if (writes(endpoint)) refuseWhileReadOnly(deps);
    refuseWhileStopped(deps.bookStops, endpoint);
    if (endpoint.access === 'session')
      request.account = (await findSession(deps, request)) ?? fail('sessionRequired');
  };
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // HEAD is served for public reads only, not for private data or effects
    exposeHeadRoute: endpoint.access === 'public' && !endpoint.effect,
    onRequest: [
      async (request: FastifyRequest) => {
        if (!isRead && request.headers['sec-fetch-site'] === 'cross-site') fail('csrfInvalid');
        if (isRead && endpoint.effect) refuseUnlessScript(deps.config, request);
        if (writes(endpoint) && !SIGN_IN.has(endpoint)) refuseInPreview(deps, request);
        await checkCaller(request);
      },
      ...(endpoint.access === 'csrf' ? [app.csrfProtection.bind(app)] : []),
    ],
    ...(!isRead && againAfterBody(checkCaller)),
    handler: async (request, reply) => {
      const idempotencyKey = endpoint.effect && idempotencyKeyOf(request);
      const input = parseInput(endpoint, request);
      const caller = {
        locale: acceptedLocale(request.headers['accept-language']) ?? DEFAULT_LOCALE,
        ...(idempotencyKey && { idempotencyKey }),
        account: request.account,
        request,
        reply,
      };
      const result = await handler(input as ParsedOf<E>, caller as unknown as CallerOf<E>);
      void reply.header('cache-control', result instanceof ReadyBytes ? 'no-cache' : 'no-store');
      if (result instanceof ReadyBytes) return sendReady(request, reply, result, 'accept-language, cookie');
      const answer = z.parse(endpoint.reply, result);
      await endOfTurn();
      return answer;
    },
  });
}

/**
 * Makes the hooks that check a request again if its body arrived later than its head. Otherwise a caller who holds the
 * body back could act with a session or a role that has ended meanwhile.
 */
export function againAfterBody(check: (request: FastifyRequest) => Promise<void>) {
  const late = new WeakSet<FastifyRequest>();
  return {
    preParsing: async (request: FastifyRequest) => {
      if (!request.raw.complete) late.add(request);
    },
    preHandler: async (request: FastifyRequest) => {
      if (late.has(request)) await check(request);
    },
  };
}

/**
 * Served in read-only mode too, so that players can sign out. storeToken also signs out, and checks the mode by itself.
 */
const ALWAYS_OPEN = new Set<Endpoint>([endpoints.signOut, endpoints.storeToken, endpoints.endPreview]);
/** Served in a preview too, because the pages of cases and the cabinet need a player. */
const SIGN_IN = new Set<Endpoint>([
  endpoints.signIn,
  endpoints.passkeySignInOptions,
  endpoints.passkeySignIn,
]);
const writes = (endpoint: Endpoint) =>
  (endpoint.method !== 'GET' || endpoint.effect || endpoint.writes) && !ALWAYS_OPEN.has(endpoint);

const isEmpty = (query: unknown) =>
  typeof query === 'object' && query !== null && Object.keys(query).length === 0;

/** An endpoint without a query or a body accepts none. */
const nothing = z.strictObject({});

/**
 * Parses the input of a request by the schemas of its endpoint.
 * @throws AppError with the code of the schema and the fields
 */
export function parseInput(
  { params, query, body }: Pick<Endpoint, 'params' | 'query' | 'body'>,
  request: FastifyRequest,
): object {
  const ofPath = params && parsePart(params, request.params, 'notFound');
  const ofQuery =
    query || !isEmpty(request.query) ? parsePart(query ?? nothing, request.query, 'badRequest') : {};
  const ofBody =
    body || request.body !== undefined
      ? parsePart(body ?? nothing, request.body === undefined ? {} : request.body, 'badRequest')
      : {};
  return params ? { params: ofPath, query: ofQuery, body: ofBody } : { query: ofQuery, body: ofBody };
}

/** Matches characters that PostgreSQL and UTF-8 cannot store: NUL and unpaired surrogates. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
/** Levels of a value beyond all that the site stores. Thousands of them would exceed the stack. */
const MOST_DEEP = 32;

function isUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return depth >= MOST_DEEP || Object.values(value).some((inner) => isUnstorable(inner, depth + 1));
}

/** Parses a part of a request by its schema. @throws AppError with the code of the schema and the wrong fields */
export function parsePart<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  code: ErrorCode,
): z.output<S> {
  const parsed = z.safeParse(schema, value);
  const errors: Record<string, ErrorCode> = {};
  for (const issue of parsed.error?.issues ?? []) {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? 'body')];
    for (const field of fields) errors[field] ??= isErrorCode(issue.message) ? issue.message : 'badRequest';
  }
  for (const [field, part] of Object.entries(parsed.data ?? {}))
    if (isUnstorable(part)) errors[field] = 'badRequest';
  if (!parsed.success || Object.keys(errors).length > 0) fail(code, code === 'badRequest' ? { errors } : {});
  return parsed.data;
}

/** The caller's key of an effect. @throws AppError idempotencyKeyInvalid */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (key === undefined) return undefined;
  return typeof key === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(key) ? key : fail('idempotencyKeyInvalid');
}
