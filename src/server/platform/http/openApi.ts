import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { CLOSED_CODES } from '#/contract/kernel/switches.ts';
import { hostCookie } from '#/server/platform/config/hostCookie.ts';
import { CLOSED_BY, PARTS_NEEDED } from '#/server/platform/kernel/stops.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { jsonSchemaOf } from './jsonSchema.ts';
import {
  ERROR_REPLY,
  json,
  parametersIn,
  refusalResponses,
  replyHeaders,
  securitySchemes,
} from './openApiParts.ts';
import { otherPaths } from './openApiOthers.ts';
import { refusals } from './refusals.ts';

type EndpointName = keyof typeof endpoints;

const DESCRIPTION = `The API of the site. What holds everywhere:
fields and query parameters that are not listed are refused; no text may hold NUL or half of a surrogate pair; lengths of
texts count UTF-16 code units; a path may end with a slash or not; every public read answers HEAD as well; a method that is
not listed is answered with 405 and Allow; a body is at most 32 KiB of JSON unless something else is said.`;

/** Builds the OpenAPI 3.1 document of all served paths, without pages and their assets. */
export function openApi(
  { publicUrl, isHttps }: Pick<Config, 'publicUrl' | 'isHttps'>,
  providers: Iterable<string>,
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(name, endpoint, isHttps);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'ONE RP', version: '1', description: DESCRIPTION },
    servers: [{ url: publicUrl }],
    paths: { ...paths, ...otherPaths(providers) },
    components: {
      securitySchemes: securitySchemes(isHttps),
      schemas: { ErrorReply: ERROR_REPLY },
    },
  };
}

function operation(name: EndpointName, endpoint: Endpoint, isHttps: boolean): object {
  const { method, access, effect, shared, params, query, body, reply } = endpoint;
  const parameters = [
    ...parametersIn('path', params),
    ...parametersIn('query', query),
    ...(effect ? [IDEMPOTENCY_KEY] : []),
    ...(shared ? [IF_NONE_MATCH] : []),
    ...(COOKIES[name] ? [cookieParameter(COOKIES[name], isHttps)] : []),
    ACCEPT_LANGUAGE,
  ];
  return {
    operationId: name,
    security: securityOf(name, access),
    parameters,
    ...(body && { requestBody: { required: true, ...json(jsonSchemaOf(body, 'input')) } }),
    responses: {
      200: {
        description: 'Done',
        headers: replyHeaders({
          setsCookie: SETS_COOKIE.has(name),
          // a look at a draft is stored nowhere
          ...(shared && { cacheControl: ['no-cache', 'no-store'] }),
        }),
        ...json(jsonSchemaOf(reply, 'output')),
      },
      ...(shared && { 304: NOT_MODIFIED }),
      ...refusalResponses([...codesOfRow(method, endpoint), ...refusals[name], ...codesOfStop(endpoint)]),
    },
  };
}

const codesOfStop = (endpoint: Endpoint): ErrorCode[] => {
  const name = CLOSED_BY.get(endpoint);
  return [
    ...(PARTS_NEEDED.get(endpoint)?.length ? (['booksStopped'] as const) : []),
    ...(name ? [CLOSED_CODES[name]] : []),
  ];
};

/** Codes that follow from the row: from its access, its input and its rate limits. */
function codesOfRow(method: string, { access, effect, writes, params }: Endpoint): ErrorCode[] {
  const isWrite = method !== 'GET' || effect;
  return [
    'badRequest',
    'tooManyRequests',
    'busy',
    'internal',
    ...(params ? (['notFound'] as const) : []),
    ...(method === 'GET' ? [] : (['badJson', 'bodyTooLarge', 'unsupportedMediaType'] as const)),
    ...(isWrite ? (['csrfInvalid'] as const) : []),
    ...(isWrite || writes ? (['readOnly'] as const) : []),
    ...(effect ? (['idempotencyKeyInvalid'] as const) : []),
    ...(access === 'session' ? (['sessionRequired'] as const) : []),
  ];
}

function securityOf(name: EndpointName, access: Endpoint['access']): object[] {
  if (name === 'heartbeat') return [{ gameServerKey: [] }];
  if (access === 'session') return [{ session: [] }, { handle: [], browserSession: [] }];
  if (access === 'csrf') return [{ csrfToken: [], csrfCookie: [] }];
  return [];
}

/** Cookies that identify a cart or a recovery. */
const COOKIES: Partial<Record<EndpointName, string>> = {
  saveCart: 'oc_cart',
  cart: 'oc_cart',
  useDiscount: 'oc_cart',
  dropDiscount: 'oc_cart',
  placeOrder: 'oc_cart',
  resetPassword: 'oc_reset',
};
const SETS_COOKIE = new Set<EndpointName>([
  'csrfToken',
  'storeToken',
  'signOut',
  'saveCart',
  'resetPassword',
  'deleteAccount',
]);

const cookieParameter = (name: string, isHttps: boolean) => ({
  name: hostCookie(name, { isHttps }),
  in: 'cookie',
  schema: { type: 'string' },
});
const IDEMPOTENCY_KEY = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  description: 'Makes the call safe to repeat: the same key and input get the first answer again.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
};
const IF_NONE_MATCH = {
  name: 'if-none-match',
  in: 'header',
  description: 'The ETag of an answer that the caller has.',
  schema: { type: 'string' },
};
const NOT_MODIFIED = {
  description: 'The answer with this ETag is still the right one',
  headers: replyHeaders({ cacheControl: 'no-cache' }),
};
const ACCEPT_LANGUAGE = {
  name: 'accept-language',
  in: 'header',
  description: 'Language of the texts: ru, uk or en. Anything else is answered in ru.',
  schema: { type: 'string' },
};
