import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Hints, Schema } from './schemaArbitrary.ts';

/** Sent wherever it is known: without it little is looked at. */
const ALWAYS = new Set(['captcha']);

/**
 * The simplest bodies that a schema allows: its required fields and at most one more, each with its first hint. They
 * reach the use case itself, which chance does too seldom.
 */
export function plainBodies(
  schema: Schema,
  isValid: ValidateFunction,
  hints: Hints,
): Record<string, unknown>[] {
  const { properties = {}, required = [] } = schema;
  const known = Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const hint = hints[name];
      if (property.type === 'array' && hint) return [[name, hint.slice(0, 1)]];
      const value = hint?.[0] ?? property.enum?.[0];
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Record<string, unknown>;
  const optional = Object.keys(known).filter((name) => !required.includes(name) && !ALWAYS.has(name));
  const least = Object.fromEntries(
    Object.entries(known).filter(([name]) => required.includes(name) || ALWAYS.has(name)),
  );
  const bodies = [least, ...optional.map((name) => Object.assign({ [name]: known[name] }, least))];
  return bodies.filter((body) => isValid(body));
}
