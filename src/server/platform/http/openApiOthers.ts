import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { GAME_BODIES, GAME_CALLS, gameBodyMaxBytes, type GameCall, gamePath } from '#/contract/game.ts';
import { LIVE_PATH, liveEvents, liveQuery } from '#/contract/live.ts';
import { STOP_MAILS_PATH, stopMailsQuery } from '#/contract/kernel/playerNews.ts';
import { readyQuery } from './health.ts';
import { jsonSchemaOf } from './jsonSchema.ts';
import { json, parametersIn, refusalResponses, replyHeaders } from './openApiParts.ts';

const ALWAYS: readonly ErrorCode[] = ['tooManyRequests', 'busy', 'internal'];

/**
 * Paths besides the endpoint table.
 * @param providers names of the configured payment providers
 */
export function otherPaths(providers: Iterable<string>): Record<string, Record<string, object>> {
  const webhooks = [...providers].map((name) => [`/api/payments/${name}/webhook`, { post: webhook(name) }]);
  return {
    [LIVE_PATH]: { get: LIVE },
    ...Object.fromEntries(GAME_CALLS.map((call) => [gamePath(call), { post: gameCall(call) }])),
    ...Object.fromEntries(webhooks),
    '/api/openapi.json': { get: OPEN_API },
    '/healthz': { get: state('healthz', 'The process answers.', 'live') },
    '/readyz': {
      get: state('readyz', 'The database, unless it is excluded, answers as well.', 'ready', readyQuery),
    },
    '/metrics': { get: METRICS },
    '/csp-report': { post: CSP_REPORT },
    [STOP_MAILS_PATH]: { get: SHOW_STOP_MAILS, post: STOP_MAILS },
  };
}

const LIVE = {
  operationId: 'live',
  description: `Server-sent events: ${Object.keys(liveEvents).join(', ')}. The data of each is one JSON text.`,
  security: [],
  parameters: parametersIn('query', liveQuery),
  responses: {
    200: {
      description: 'The stream',
      headers: replyHeaders({ cacheControl: 'no-store, no-transform' }),
      content: {
        'text/event-stream': {
          schema: {
            type: 'string',
            contentMediaType: 'application/json',
            contentSchema: {
              oneOf: Object.values(liveEvents).map((data) => jsonSchemaOf(data, 'output')),
            },
          },
        },
      },
    },
    ...refusalResponses([...ALWAYS, 'badRequest']),
  },
};

function gameCall(call: GameCall): object {
  return {
    operationId: `game${call[0]!.toUpperCase()}${call.slice(1)}`,
    description: `A call of the adapter in a game server, signed with its key (src/games/PROTOCOL.md). Refusals of a signed call are signed too. At most ${gameBodyMaxBytes(call) / 1024} KiB.`,
    security: [{ gameKey: [], gameSign: [] }],
    requestBody: { required: true, ...json(jsonSchemaOf(GAME_BODIES[call], 'input')) },
    responses: {
      200: {
        description: 'The signed answer',
        headers: replyHeaders({ cacheControl: null }),
        ...json(SIGNED_ANSWER),
      },
      ...refusalResponses(GAME_REFUSALS, SIGNED_ANSWER),
    },
  };
}

const GAME_REFUSALS: readonly ErrorCode[] = [
  ...ALWAYS,
  'badRequest',
  'bodyTooLarge',
  'readOnly',
  'gameKeyInvalid',
  'gameScope',
  'clockSkew',
  'helloNeeded',
  'seqReused',
  'instanceActive',
  'instanceReplaced',
  'ledgerUnknown',
  'linkCodeInvalid',
  'linkTaken',
  'goodNotFound',
  'goodSoldOut',
  'priceChanged',
  'notEnoughCoins',
  'inDebt',
  'spendNotAllowed',
  'accountBlocked',
  'idempotencyKeyReused',
  'booksStopped',
  'shopClosed',
];

const SIGNED_ANSWER = {
  type: 'object',
  required: ['sign', 'body'],
  properties: { sign: { type: 'string', pattern: '^[0-9a-f]{64}$' }, body: { type: 'string' } },
  additionalProperties: false,
};

const OPEN_API = {
  operationId: 'openApi',
  description: 'This document.',
  security: [],
  responses: {
    200: {
      description: 'The document',
      headers: replyHeaders({ cacheControl: null }),
      ...json({ type: 'object', required: ['openapi', 'paths'] }),
    },
    ...refusalResponses(['tooManyRequests', 'internal']),
  },
};

const METRICS = {
  operationId: 'metrics',
  description: 'Metrics in the text format of Prometheus.',
  security: [{ metricsToken: [] }, {}],
  responses: {
    200: {
      description: 'The metrics',
      headers: replyHeaders({ cacheControl: null }),
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
    ...refusalResponses([...ALWAYS, 'notFound']),
  },
};

const CSP_REPORT = {
  operationId: 'cspReport',
  description: 'Takes what a browser reports of the content security policy; at most 8 KiB.',
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/csp-report': { schema: {} },
      'application/reports+json': { schema: {} },
      'application/json': { schema: {} },
    },
  },
  responses: {
    204: { description: 'Taken', headers: replyHeaders({ cacheControl: null }) },
    ...refusalResponses([...ALWAYS, 'badRequest', 'bodyTooLarge', 'unsupportedMediaType']),
  },
};

const STOP_MAILS = {
  operationId: 'stopMails',
  description:
    'Stops the news mails of the account that the signed token names; for mail programs (RFC 8058). The body is not read.',
  security: [],
  parameters: parametersIn('query', stopMailsQuery),
  requestBody: { required: false, content: { '*/*': { schema: {} } } },
  responses: {
    200: {
      description: 'Stopped',
      headers: replyHeaders(),
      ...json({
        type: 'object',
        required: ['stopped'],
        properties: { stopped: { const: true } },
        additionalProperties: false,
      }),
    },
    ...refusalResponses([
      ...ALWAYS,
      'badRequest',
      'bodyTooLarge',
      'unsupportedMediaType',
      'csrfInvalid',
      'readOnly',
      'verificationInvalid',
    ]),
  },
};

const SHOW_STOP_MAILS = {
  operationId: 'showStopMails',
  description: 'Leads to the page that asks whether the news mails are to be stopped. It changes nothing.',
  security: [],
  parameters: parametersIn('query', stopMailsQuery),
  responses: {
    303: {
      description: 'The page',
      headers: {
        ...replyHeaders(),
        location: { required: true, schema: { type: 'string', format: 'uri-reference' } },
      },
    },
    ...refusalResponses([...ALWAYS, 'badRequest']),
  },
};

function state(operationId: string, description: string, flag: string, query?: typeof readyQuery): object {
  const schema = {
    type: 'object',
    required: [flag],
    properties: { [flag]: { const: true }, readOnly: { const: true } },
    additionalProperties: false,
  };
  return {
    operationId,
    description,
    security: [],
    ...(query && { parameters: parametersIn('query', query) }),
    responses: {
      200: { description: 'It does', headers: replyHeaders({ cacheControl: null }), ...json(schema) },
      ...refusalResponses(query ? [...ALWAYS, 'badRequest'] : ALWAYS),
    },
  };
}

function webhook(provider: string): object {
  return {
    operationId: `${provider}Webhook`,
    description: `What ${provider} reports of its payments, signed as it signs; a larger body than it ever sends is refused.`,
    security: [],
    requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    responses: {
      200: {
        description: 'Stored',
        headers: replyHeaders(),
        ...json({
          type: 'object',
          required: ['received'],
          properties: { received: { const: true } },
          additionalProperties: false,
        }),
      },
      ...refusalResponses([
        'badRequest',
        'bodyTooLarge',
        'unsupportedMediaType',
        'tooManyRequests',
        'busy',
        'readOnly',
        'internal',
      ]),
    },
  };
}
