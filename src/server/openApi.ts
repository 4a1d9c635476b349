import * as z from 'zod/mini';
import type { Endpoint } from '#/contract/endpoint.ts';
import { endpoints } from '#/contract/endpoints.ts';
import { ERROR_CODES } from '#/contract/errors.ts';
import { LIVE_PATH, liveEvents, liveQuery } from '#/contract/live.ts';
import { CSRF_HEADER, IDEMPOTENCY_HEADER } from '#/contract/page.ts';

/** The OpenAPI 3.1 document of the endpoint table. */
export function openApi(publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  paths[LIVE_PATH] = { get: LIVE_OPERATION };
  return {
    openapi: '3.1.0',
    info: { title: 'ONE RP', version: '1' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { ErrorReply: ERROR_REPLY },
    },
  };
}

const ERROR_CODE = { type: 'string', enum: ERROR_CODES };
const ERROR_REPLY = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: ERROR_CODE,
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: ERROR_CODE },
    needTwoFactor: { type: 'boolean' },
    requestId: { type: 'string' },
  },
};

/** A stream of events, so not of the endpoint table. */
const LIVE_OPERATION = {
  operationId: 'live',
  description: `Server-sent events: ${Object.keys(liveEvents).join(', ')}. The data of each is one JSON text.`,
  parameters: parametersIn('query', liveQuery),
  responses: {
    200: {
      description: 'The stream',
      content: {
        'text/event-stream': {
          schema: { oneOf: Object.values(liveEvents).map((data) => schemaOf(data, 'output')) },
        },
      },
    },
    default: { description: 'Not done', ...json({ $ref: '#/components/schemas/ErrorReply' }) },
  },
};

function operation(name: string, endpoint: Endpoint): object {
  const { access, effect, params, query, body, reply } = endpoint;
  const headers = [
    ...(effect ? [header(IDEMPOTENCY_HEADER, false)] : []),
    ...(access === 'csrf' ? [header(CSRF_HEADER, true)] : []),
  ];
  const parameters = [...parametersIn('path', params), ...parametersIn('query', query), ...headers];
  return {
    operationId: name,
    ...(access === 'session' && { security: [{ session: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...json(schemaOf(body, 'input')) } }),
    responses: {
      200: { description: 'Done', ...json(schemaOf(reply, 'output')) },
      default: { description: 'Not done', ...json({ $ref: '#/components/schemas/ErrorReply' }) },
    },
  };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest }: JsonSchema = z.toJSONSchema(schema, { io });
  return rest;
}

function json(schema: object): object {
  return { content: { 'application/json': { schema } } };
}

function header(name: string, required: boolean): object {
  return { name, in: 'header', required, schema: { type: 'string' } };
}

function parametersIn(place: 'path' | 'query', schema: Endpoint['params']): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}
