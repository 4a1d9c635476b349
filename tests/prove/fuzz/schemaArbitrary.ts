import * as fc from 'fast-check';

/** A JSON Schema, as far as the document uses it. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  'x-equal'?: string[];
}

/** Values that exist on the site, by the name of the field they belong in: mere chance would never find them. */
export type Hints = Record<string, readonly unknown[]>;

/** NUL and halves of surrogate pairs are refused everywhere. */
const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text);

/**
 * Values that a schema allows, most of them from the hints. What several keywords say together is left to the caller,
 * who validates the result.
 */
export function arbitraryOf(schema: Schema, hints: Hints, name = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => arbitraryOf(each, hints, name)));
  const made = ofType(schema, hints, name);
  const known = (hints[name] ?? []).filter(
    (value) =>
      typeof value === typeOfSchema(schema) && (typeof value !== 'string' || fitsText(schema, value)),
  );
  return known.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, made) : made;
}

const typeOfSchema = ({ type }: Schema) => (type === 'integer' ? 'number' : type);

function ofType(schema: Schema, hints: Hints, name: string): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 100 } = schema;
      return fc.array(arbitraryOf(items, hints, name), { minLength: minItems, maxLength: maxItems });
    }
    case 'object':
      return objectOf(schema, hints);
    default:
      return fc.jsonValue();
  }
}

function objectOf(schema: Schema, hints: Hints): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], 'x-equal': equal = [] } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, arbitraryOf(property, hints, name)]),
  );
  const [first, ...others] = equal;
  const least = Object.fromEntries(required.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
  const some: fc.Arbitrary<Record<string, unknown>> = fc.record(fields, { requiredKeys: required });
  return fc.oneof(some, fc.record<Record<string, unknown>>(least)).map((value) => {
    if (first !== undefined && first in value) for (const other of others) value[other] = value[first];
    return value;
  });
}

function numberOf({ type, minimum, maximum, exclusiveMinimum }: Schema): fc.Arbitrary<number> {
  const isWhole = type === 'integer';
  const min = minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + (isWhole ? 1 : 0.01));
  const max = maximum ?? 1e12;
  const edges = fc.constantFrom(min, max, Math.min(max, min + 1));
  const inside = isWhole
    ? fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31) })
    : fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
  return fc.oneof(edges, inside, fc.integer({ min: Math.max(min, 1), max: Math.min(max, 50) }));
}

const patternsOf = (schema: Schema) =>
  [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));

function fitsText(schema: Schema, text: string): boolean {
  const { minLength = 0, maxLength = Infinity } = schema;
  return (
    isStorable(text) &&
    text.length >= minLength &&
    text.length <= maxLength &&
    patternsOf(schema).every((pattern) => new RegExp(pattern, 'u').test(text))
  );
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 300 } = schema;
  const [pattern] = patternsOf(schema);
  return textLike(pattern, { minLength, maxLength: Math.min(maxLength, 300) }).filter((text) =>
    fitsText(schema, text),
  );
}

function textLike(
  pattern: string | undefined,
  bounds: { minLength: number; maxLength: number },
): fc.Arbitrary<string> {
  if (pattern === undefined) return fc.string({ ...bounds, unit: 'grapheme' });
  const made = textsOfPattern.get(pattern) ?? textOfPattern(pattern);
  textsOfPattern.set(pattern, made);
  return made;
}

/** By pattern: building one takes up to 100 ms. */
const textsOfPattern = new Map<string, fc.Arbitrary<string>>();

function textOfPattern(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    // what fast-check cannot build from, as \p{L}: letters and digits nearly always fit
    return fc.stringMatching(/^[a-zA-Z0-9]{8,40}$/);
  }
}
