import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, ParsedOf, ReplyOf } from '#/contract/endpoint.ts';
import { endpoints } from '#/contract/endpoints.ts';
import { isErrorCode, type ErrorCode } from '#/contract/errors.ts';
import { DEFAULT_LOCALE, type Locale } from '#/contract/locale.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { acceptedLocale } from './acceptedLocale.ts';
import type { Deps } from './deps.ts';
import { refuseWhileReadOnly } from './diskGuard.ts';
import { fail } from './errors.ts';
import { refuseUnlessScript } from './scriptOnly.ts';
import { findSession, type SessionAccount } from './session.ts';

/** Who calls, besides what was said. */
export type CallerOf<E extends Endpoint> = {
  /** Language of the answer's texts, from Accept-Language. */
  locale: Locale;
  /** Well formed; absent when the caller sent none. */
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
 * Serves one row of the endpoint table: who may call, what may be said (nothing coerced, nothing unknown),
 * what goes out (only what the reply schema names).
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (input: ParsedOf<E>, caller: CallerOf<E>) => Promise<ReplyOf<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // what is one player's own, and what has an effect, is not
    exposeHeadRoute: endpoint.access === 'public' && !endpoint.effect,
    onRequest: [
      async (request: FastifyRequest) => {
        if (endpoint.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site')
          fail('csrfInvalid');
        if (endpoint.method === 'GET' && endpoint.effect) refuseUnlessScript(deps.config, request);
        if (writes(endpoint)) refuseWhileReadOnly(deps);
        if (endpoint.access === 'session')
          request.account = (await findSession(deps, request)) ?? fail('sessionRequired');
      },
      ...(endpoint.access === 'csrf' ? [app.csrfProtection.bind(app)] : []),
    ],
    handler: async (request, reply) => {
      const idempotencyKey = endpoint.effect && idempotencyKeyOf(request);
      const input = {
        ...(endpoint.params && { params: parsePart(endpoint.params, request.params, 'notFound') }),
        query: parsePart(endpoint.query ?? nothing, request.query, 'badRequest'),
        body: parsePart(
          endpoint.body ?? nothing,
          request.body === undefined ? {} : request.body,
          'badRequest',
        ),
      };
      const caller = {
        locale: acceptedLocale(request.headers['accept-language']) ?? DEFAULT_LOCALE,
        ...(idempotencyKey && { idempotencyKey }),
        account: request.account,
        request,
        reply,
      };
      const result = await handler(input as ParsedOf<E>, caller as unknown as CallerOf<E>);
      void reply.header('cache-control', 'no-store');
      return z.parse(endpoint.reply, result);
    },
  });
}

/** storeToken signs out as well: it looks for itself. */
const ALWAYS_OPEN = new Set<Endpoint>([endpoints.signOut, endpoints.storeToken]);
const writes = (endpoint: Endpoint) =>
  (endpoint.method !== 'GET' || endpoint.effect) && !ALWAYS_OPEN.has(endpoint);

/** An endpoint without a query or a body takes none. */
const nothing = z.strictObject({});
/** What PostgreSQL and UTF-8 cannot hold: NUL, halves of surrogate pairs. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return UNSTORABLE.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUnstorableText);
}

/** What a part of a request says, by its schema. @throws AppError of the code, with the fields that are wrong */
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
    if (hasUnstorableText(part)) errors[field] = 'badRequest';
  if (!parsed.success || Object.keys(errors).length > 0) fail(code, code === 'badRequest' ? { errors } : {});
  return parsed.data;
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (key === undefined) return undefined;
  return typeof key === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(key) ? key : fail('idempotencyKeyInvalid');
}
