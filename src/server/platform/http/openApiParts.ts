import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { blockNotice } from '#/contract/kernel/blocks.ts';
import { ERROR_CODES, type ErrorCode } from '#/contract/kernel/errors.ts';
import { GAME_KEY_HEADER, GAME_SIGN_HEADER } from '#/contract/game.ts';
import { linkEffect } from '#/contract/kernel/linkEffect.ts';
import { CSRF_HEADER } from '#/contract/page.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import { hostCookie } from '#/server/platform/config/hostCookie.ts';
import { statusOf } from '#/server/platform/kernel/errors.ts';
import { jsonSchemaOf } from './jsonSchema.ts';

/* Parts of the OpenAPI document that many operations share. */

const ERROR_CODE = { type: 'string', enum: ERROR_CODES };
/** The schema of ErrorReply in contract/kernel/errors.ts. */
export const ERROR_REPLY: object = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: ERROR_CODE,
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: ERROR_CODE },
    needTwoFactor: { type: 'boolean' },
    link: jsonSchemaOf(linkEffect, 'output'),
    block: jsonSchemaOf(blockNotice, 'output'),
    requestId: { type: 'string', format: 'uuid' },
  },
  additionalProperties: false,
};

const REQUEST_ID = {
  description: 'Names the request in the log of the server.',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};
const RETRY_AFTER = {
  description: 'Seconds to wait before another try.',
  required: true,
  schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
};

/**
 * Headers of an answer.
 * @param options.cacheControl null when the header is not sent
 */
export function replyHeaders({
  cacheControl = 'no-store',
  setsCookie = false,
  hasRetryAfter = false,
}: {
  cacheControl?: string | readonly string[] | null;
  setsCookie?: boolean;
  hasRetryAfter?: boolean;
} = {}): object {
  return {
    'x-request-id': REQUEST_ID,
    ...(cacheControl && { 'cache-control': { required: true, schema: { enum: [cacheControl].flat() } } }),
    ...(setsCookie && { 'set-cookie': { schema: { type: 'string' } } }),
    ...(hasRetryAfter && { 'retry-after': RETRY_AFTER }),
  };
}

/** The properties of a schema as parameters, for example of the path. */
export function parametersIn(place: 'path' | 'query', schema: Endpoint['params']): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** A JSON body. */
export function json(schema: object): object {
  return { content: { 'application/json': { schema } } };
}

/**
 * The responses of these codes, one for each status.
 * @param other another shape of the body
 */
export function refusalResponses(codes: readonly ErrorCode[], other?: object): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes))
    byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  const responses = [...byStatus].map(([status, ofStatus]): [string, object] => [
    String(status),
    {
      description: ofStatus.join(', '),
      headers: replyHeaders({ hasRetryAfter: status === 429 || status === 503 }),
      ...json(other ? { anyOf: [refusalOf(ofStatus), other] } : refusalOf(ofStatus)),
    },
  ]);
  return Object.fromEntries(responses);
}

const refusalOf = (codes: readonly ErrorCode[]) => ({
  $ref: '#/components/schemas/ErrorReply',
  properties: { code: { enum: codes.toSorted() } },
});

/** The ways to authenticate. */
export function securitySchemes(isHttps: boolean): object {
  const cookie = (name: string) => ({ type: 'apiKey', in: 'cookie', name: hostCookie(name, { isHttps }) });
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });
  return {
    session: bearer('The token of a sign-in by a program.'),
    handle: bearer(
      `The value of the cookie ${TOKEN_COOKIE}, which works only together with the cookie browserSession.`,
    ),
    browserSession: cookie('oc_session'),
    csrfToken: {
      type: 'apiKey',
      in: 'header',
      name: CSRF_HEADER,
      description: 'From the meta tag of a page.',
    },
    csrfCookie: cookie('csrf'),
    gameServerKey: bearer('The key of the game server.'),
    gameKey: { type: 'apiKey', in: 'header', name: GAME_KEY_HEADER, description: 'The id of the key.' },
    gameSign: {
      type: 'apiKey',
      in: 'header',
      name: GAME_SIGN_HEADER,
      description: 'The signature of path and body.',
    },
    metricsToken: bearer('METRICS_TOKEN of the operator; without one set, this machine itself may call.'),
  };
}
