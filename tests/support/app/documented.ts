import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema: object;
}

interface Response {
  headers?: Record<string, { required?: boolean; schema: object }>;
  content?: Record<string, { schema: object }>;
}

export interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, Response>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

/** An operation with its path and method. */
export interface ServedOperation extends Operation {
  method: string;
  path: string;
}

/** A violation, with the name of the check. */
export type Violations = Record<string, string>;

/** Lists the operations of a document, in its order. */
export const operationsOf = ({ paths }: Document): ServedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      Object.assign({ method: method.toUpperCase(), path }, operation),
    ),
  );

/** Ajv for the document, with the keyword `x-equal` of src/server/platform/http/jsonSchema.ts. */
export function createValidator({ components }: Document): Ajv2020 {
  // formats have patterns too; strict mode would refuse the keywords of OpenAPI; most schemas check few answers, so code
  // that is written fast is worth more than fast code
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    allErrors: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addKeyword({
    keyword: 'x-equal',
    type: 'object',
    validate: ([first, ...others]: string[], data: Record<string, unknown>) =>
      others.every((name) => data[name] === data[first!]),
  });
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(schema, `#/components/schemas/${name}`);
  return ajv;
}

/** Compares answers with the document. */
export interface AnswerCheck {
  /** Finds the operation of a request; undefined for pages, assets and unknown paths. */
  find: (method: string, url: string) => ServedOperation | undefined;
  /** Lists the violations of an answer; empty if it is as documented. */
  violationsOf: (operation: Operation, reply: LightMyRequestResponse) => Violations;
}

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replaceAll('.', String.raw`\.`)
      .replaceAll(/\{\w+\}/g, '[^/]+')}/?$`,
  );

/** @param ajv the validator of the document, if there is one already: it prepares each schema once */
export function createAnswerCheck(document: Document, ajv = createValidator(document)): AnswerCheck {
  const compiled = new Map<object | string, ValidateFunction>();
  // the same schema stands in hundreds of answers
  const compile = (schema: object): ValidateFunction => {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv.compile(schema);
    compiled.set(text, validate).set(schema, validate);
    return validate;
  };
  const errorsOf = (schema: object, data: unknown): string | undefined => {
    const validate = compiled.get(schema) ?? compile(schema);
    return validate(data) ? undefined : ajv.errorsText(validate.errors);
  };
  const operations = operationsOf(document).map((operation) => ({
    operation,
    pattern: patternOf(operation.path),
  }));

  return {
    find: (method, url) => {
      const [path = ''] = url.split('?', 1);
      return operations.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
        ?.operation;
    },
    violationsOf: ({ responses }, reply) => {
      const response = responses[reply.statusCode];
      if (!response) return { status_code_conformance: `${reply.statusCode} ${reply.body.slice(0, 200)}` };
      const violations: Violations = {};
      for (const [name, { required, schema }] of Object.entries(response.headers ?? {})) {
        const value = [reply.headers[name]].flat()[0];
        const wrong = value === undefined ? required && 'missing' : errorsOf(schema, String(value));
        if (wrong) violations['response_headers_conformance'] = `${name}: ${wrong}`;
      }
      const types = Object.keys(response.content ?? {});
      const [type] = String(reply.headers['content-type'] ?? '').split(';', 1);
      if (types.length === 0 ? reply.body !== '' : !types.includes(String(type)))
        violations['content_type_conformance'] = String(type);
      const schema = response.content?.['application/json']?.schema;
      const wrong = schema && type === 'application/json' && errorsOf(schema, JSON.parse(reply.body));
      if (wrong)
        violations['response_schema_conformance'] =
          `${reply.statusCode} ${reply.body.slice(0, 200)}: ${wrong}`;
      return violations;
    },
  };
}

/** @throws Error if an answer of a documented operation is not as the document says */
export function refuseUndocumented(
  { find, violationsOf }: AnswerCheck,
  { method = 'GET', url }: InjectOptions,
  reply: LightMyRequestResponse,
): void {
  const operation = find(method, typeof url === 'string' ? url : '');
  const violations = operation ? violationsOf(operation, reply) : {};
  if (Object.keys(violations).length > 0)
    throw new Error(
      `${operation?.operationId} answered otherwise than /api/openapi.json says (src/server/platform/http/refusals.ts): ${JSON.stringify(violations)}`,
    );
}
