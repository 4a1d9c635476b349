import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import type { AnswerCheck, Parameter, ServedOperation } from '../../support/app/documented.ts';
import { plainBodies } from './plainBodies.ts';
import { arbitraryOf, type Hints, type Schema } from './schemaArbitrary.ts';

/** What the document of the site says, prepared once for both proofs. */
export interface Documented {
  ajv: Ajv2020;
  check: AnswerCheck;
  operations: ServedOperation[];
}

/** A request to an operation. */
export interface FuzzRequest {
  path: Record<string, string>;
  /** Names may come twice. */
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** The body as it is sent; undefined: none. */
  payload: string | undefined;
}

/** A request that the document forbids, and in which way. */
export interface InvalidRequest extends FuzzRequest {
  fault: string;
}

/** Makes requests for one operation. */
export interface RequestSource {
  valid: (hints: Hints, count: number, seed: number) => FuzzRequest[];
  /** Each is a valid request with one fault. */
  invalid: (hints: Hints, count: number, seed: number) => InvalidRequest[];
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** @param ajv the validator of the document, shared by its operations because making one takes long */
export function requestSource(ajv: Ajv2020, operation: ServedOperation): RequestSource {
  const { parameters = [], requestBody } = operation;
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const schema: Schema | undefined = content?.schema;
  const isBody = schema && ajv.compile(schema);
  const checked: (Parameter & { isValid: ValidateFunction })[] = parameters
    .filter((parameter) => parameter.in !== 'cookie' && parameter.name !== 'accept-language')
    .map((parameter) => Object.assign({ isValid: ajv.compile(parameter.schema) }, parameter));

  const validArbitrary = (hints: Hints): fc.Arbitrary<FuzzRequest & { body: unknown }> => {
    const of = (place: Parameter['in']) => {
      const own = checked.filter((parameter) => parameter.in === place);
      const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        own.map(({ name, schema: each }) => [name, arbitraryOf(each, hints, name)]),
      );
      const requiredKeys = own.flatMap(({ name, required }) => (required ? [name] : []));
      return fc
        .record(fields, { requiredKeys })
        .map((values) =>
          Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
        );
    };
    const body: fc.Arbitrary<unknown> = schema
      ? arbitraryOf(schema, hints).filter((value) => Boolean(isBody?.(value)))
      : fc.constant(undefined);
    return fc
      .record({ path: of('path'), query: of('query'), headers: of('header'), body })
      .map(({ path, query, headers, body: value }) => ({
        path,
        query: Object.entries(query),
        headers: { ...headers, ...(value !== undefined && { 'content-type': contentTypeOf(type) }) },
        payload: value === undefined ? undefined : JSON.stringify(value),
        body: value,
      }));
  };

  return {
    valid: (hints, count, seed) => {
      const requests = fc.sample(validArbitrary(hints), { numRuns: count, seed });
      const bodies = schema && isBody ? plainBodies(schema, isBody, hints).slice(0, PLAIN) : [];
      const path = Object.fromEntries(
        checked.flatMap(({ name, in: where, isValid }) => {
          const value = hints[name]?.find((hint) => typeof hint === 'string' && isValid(hint));
          return where === 'path' && typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      return requests.map((request, at) => (at < PLAIN ? plain(request, path, bodies[at]) : request));
    },
    invalid: (hints, count, seed) => {
      const faults = faultsOf(operation, schema, isBody, checked);
      if (faults.length === 0) return [];
      const requests = fc.sample(fc.tuple(validArbitrary(hints), fc.constantFrom(...faults), fc.nat()), {
        numRuns: count * 2,
        seed,
      });
      return requests
        .flatMap(([{ body, ...request }, { fault, make }, dice]) => {
          const changed = make(request, body, dice);
          return changed ? [{ ...changed, fault }] : [];
        })
        .slice(0, count);
    },
  };
}

const plain = (request: FuzzRequest, path: FuzzRequest['path'], body: object | undefined): FuzzRequest => ({
  ...request,
  path: { ...request.path, ...path },
  ...(body && { payload: JSON.stringify(body) }),
});

/** Share of the valid requests that are as simple as possible. */
const PLAIN = 2;

const contentTypeOf = (type: string | undefined) =>
  type === undefined || type === '*/*' ? 'application/json' : type;

interface Fault {
  fault: string;
  /** @returns undefined if this fault cannot be made of this request */
  make: (request: FuzzRequest, body: unknown, dice: number) => FuzzRequest | undefined;
}

const WRONG_TYPES: readonly unknown[] = [null, true, 1.5, 'x', [], {}, '7', [1], -1, 0, 1e300, 2 ** 53];
const WRONG_BODIES = ['"text"', '[1,2]', '7', 'null', 'true'];
const BROKEN_JSON = [
  '',
  '{',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '\u0000',
  '{"a":1}}',
  '[',
  'NaN',
  '{"__proto__":{"a":1}}',
];
const WRONG_CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/xml',
];
const WRONG_TEXTS = [
  '',
  '0',
  '-1',
  '1.5',
  '1e3',
  ' 1',
  'x'.repeat(400),
  "1' OR '1'='1",
  '\u{1F600}',
  '%00',
  '..',
  '__proto__',
];
const WRONG_KEYS = ['short', 'has space in it', 'x'.repeat(65), 'semi;colon1', '1'];

function faultsOf(
  { method, path }: ServedOperation,
  schema: Schema | undefined,
  isBody: ValidateFunction | undefined,
  parameters: (Parameter & { isValid: ValidateFunction })[],
): Fault[] {
  const one = <T>(list: readonly T[], dice: number) => list[dice % list.length]!;
  const isWebhook = path.endsWith('/webhook');
  const isStrict = !isWebhook && path !== '/csp-report' && /^\/(api\/(v1|donate|one-rp)|auth-)/.test(path);
  const withBody = (request: FuzzRequest, payload: string): FuzzRequest => ({
    ...request,
    payload,
    headers: { ...request.headers, ...JSON_TYPE },
  });
  const ofParameters = parameters.map((parameter): Fault => ({
    fault: `${parameter.in} ${parameter.name} against its schema`,
    make: (request, _, dice) => {
      const value = one(parameter.in === 'header' ? WRONG_KEYS : WRONG_TEXTS, dice);
      // an empty path parameter is another address, and two dots are resolved away
      if (parameter.isValid(value) || (parameter.in === 'path' && ['', '..'].includes(value)))
        return undefined;
      if (parameter.in === 'path') return { ...request, path: { ...request.path, [parameter.name]: value } };
      if (parameter.in === 'header')
        return { ...request, headers: { ...request.headers, [parameter.name]: value } };
      const others = request.query.filter(([name]) => name !== parameter.name);
      return { ...request, query: [...others, [parameter.name, value]] };
    },
  }));
  const ofQuery: Fault[] = isStrict
    ? [
        {
          fault: 'a query parameter that is not documented',
          make: (request, _, dice) => ({
            ...request,
            query: [...request.query, [one(['surprise', 'page[]', '__proto__', 'constructor'], dice), '1']],
          }),
        },
        {
          fault: 'a query parameter twice',
          make: (request) => request.query[0] && { ...request, query: [...request.query, request.query[0]] },
        },
      ]
    : [];
  if (method === 'GET') return [...ofParameters, ...ofQuery];

  const rawFaults: Fault[] = isWebhook
    ? []
    : [
        {
          fault: 'another content type',
          make: (request, _, dice) => ({
            ...request,
            payload: 'a=b',
            headers: { ...request.headers, 'content-type': one(WRONG_CONTENT_TYPES, dice) },
          }),
        },
        {
          fault: 'a body that is too large',
          make: (request) => withBody(request, JSON.stringify({ note: 'x'.repeat(33_000) })),
        },
      ];
  if (!isStrict) return [...ofParameters, ...rawFaults];
  const bodyFaults: Fault[] = [
    {
      fault: 'a body that is no JSON',
      make: (request, _, dice) => withBody(request, one(BROKEN_JSON, dice)),
    },
    {
      fault: 'a body that is no object',
      make: (request, _, dice) => withBody(request, one(WRONG_BODIES, dice)),
    },
    {
      fault: 'a field that is not documented',
      make: (request, body, dice) =>
        withBody(
          request,
          JSON.stringify({ ...(body as object | undefined), [one(['surprise', 'isAdmin', 'id2'], dice)]: 1 }),
        ),
    },
  ];
  const fields = Object.keys(schema?.properties ?? {});
  const ofFields: Fault[] = fields.flatMap((field): Fault[] => {
    const change = (value: unknown) => (request: FuzzRequest, body: unknown) => {
      const changed = { ...(body as Record<string, unknown>), [field]: value };
      return isBody?.(changed) ? undefined : withBody(request, JSON.stringify(changed));
    };
    return [
      {
        fault: `${field} of another type or out of its range`,
        make: (request, body, dice) => change(one(WRONG_TYPES, dice))(request, body),
      },
      { fault: `${field} too long`, make: change('x'.repeat(9000)) },
      { fault: `${field} missing`, make: change(undefined) },
      {
        fault: `${field} with text that cannot be stored`,
        make: (request, body, dice) => {
          const own = (body as Record<string, unknown>)[field];
          if (typeof own !== 'string' || own === '') return undefined;
          const text = JSON.stringify({ ...(body as object), [field]: `${own}?` });
          // an escape in the text of the JSON, as half of a pair cannot be written in UTF-8
          const escape = one([String.raw`\u0000`, String.raw`\ud800`, String.raw`\udc00`], dice);
          return withBody(
            request,
            text.replace(
              `${JSON.stringify(own).slice(0, -1)}?"`,
              () => `${JSON.stringify(own).slice(0, -1)}${escape}"`,
            ),
          );
        },
      },
    ];
  });
  return [...ofParameters, ...ofQuery, ...rawFaults, ...bodyFaults, ...ofFields];
}
