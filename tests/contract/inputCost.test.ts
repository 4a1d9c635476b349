import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { GAME_BODIES } from '#/contract/game.ts';
import { liveQuery } from '#/contract/live.ts';
import { everyOperatorCall } from '#/contract/operator/everyOperatorCall.ts';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import { addressSubject } from '#/server/platform/kernel/rateLimit.ts';
import { plainCode } from '#/server/platform/kernel/codes.ts';
import { deviceName } from '#/server/domain/accounts/access/deviceName.ts';
import { maskedAddress } from '#/server/domain/accounts/access/devices.ts';
import { errorLine } from '#/server/platform/kernel/logging.ts';
import { isCommonPassword } from '#/server/domain/accounts/password.ts';
import { requestTarget } from '#/server/platform/http/requestTarget.ts';
import { signInBodyOf } from '#/contract/auth.ts';
import { splitLocale } from '#/contract/kernel/locale.ts';
import { superlinearText } from '../support/tools/linearCost.ts';

type Schema = z.core.$ZodType;
type Parts = Partial<Record<'body' | 'query' | 'params', Schema>>;

/** Inputs of a group of calls, by the call and the part of the request. */
const inputsOf = (calls: Record<string, Endpoint | OperatorEndpoint>) =>
  Object.entries<Parts>(calls).flatMap(([name, { body, query, params }]) =>
    Object.entries({ body, query, params }).flatMap(([part, schema]): [string, Schema][] =>
      schema ? [[`${name} ${part}`, schema]] : [],
    ),
  );
/** Inputs of players, operators and game servers. */
const inputs: [name: string, schema: Schema][] = [
  ...inputsOf(endpoints),
  ['live query', liveQuery],
  ...inputsOf(everyOperatorCall).map(([name, schema]): [string, Schema] => [`operator ${name}`, schema]),
  ...Object.entries(GAME_BODIES).map(([name, schema]): [string, Schema] => [`game ${name}`, schema]),
];

/** The largest body that is taken, and the largest head: see `server/app.ts` and Node.js. */
const BODY_CHARACTERS = 32_000;
const HEAD_CHARACTERS = 16_000;

/** Schemas inside another one, each with the names that lead to it. */
function* partsOf(schema: Schema, path: string[] = []): Generator<{ path: string[]; schema: Schema }> {
  yield { path, schema };
  const { def } = schema._zod as unknown as { def: Record<string, unknown> };
  for (const value of [
    def['in'],
    def['out'],
    def['innerType'],
    def['element'],
    ...((def['options'] as []) ?? []),
  ])
    if (value) yield* partsOf(value as Schema, path);
  for (const [field, part] of Object.entries((def['shape'] as Record<string, Schema>) ?? {}))
    yield* partsOf(part, [...path, field]);
}

const textsIn = (schema: Schema) =>
  [...partsOf(schema)].filter((part) => part.schema._zod.def.type === 'string');
const fieldsOf = (schema: Schema) => [
  ...new Set([...partsOf(schema)].flatMap(({ path }) => path.slice(0, 1))),
];

interface CheckDef {
  check: string;
  abort?: boolean;
}

test.each([
  ['quadratic', /\bVersion\/.* Safari\//, expect.stringContaining('"Version/Vers"…')],
  ['linear', /^(?=.*\bVersion\/).* Safari\//, undefined],
])('SE1 the measure of a %s pattern says so', (_, pattern, expected) => {
  expect(superlinearText(HEAD_CHARACTERS, (text) => pattern.test(text))).toEqual(expected);
});

test('SE1 the walk through the schemas finds their texts', () => {
  const all = inputs.flatMap(([, schema]) => textsIn(schema));
  expect(all.length).toBeGreaterThan(60);
  expect(new Set(all.flatMap(({ path }) => path))).toContain('password_confirmation');
});

describe.each(inputs)('SE1 %s', (_, schema) => {
  test('checks the length of every text before anything else looks at it', () => {
    const firstChecks = textsIn(schema).map(({ path, schema: { _zod } }) => {
      const [first] = (_zod.def as { checks?: { _zod: { def: CheckDef } }[] }).checks ?? [];
      const { check, abort } = first?._zod.def ?? {};
      return [path.join('.'), check, abort];
    });
    expect(firstChecks).toEqual(firstChecks.map(([path]) => [path, 'max_length', true]));
  });

  /** Reads an input whose fields all have this value: a schema looks at each of them. */
  const read = (value: unknown) =>
    z.safeParse(schema, Object.fromEntries(fieldsOf(schema).map((field) => [field, value])));

  test('takes time in proportion to the length of its texts', () => {
    expect(superlinearText(BODY_CHARACTERS, read)).toBeUndefined();
  });

  test('takes time in proportion to the items of its lists', () => {
    expect(superlinearText(BODY_CHARACTERS / 4, (text) => read(text.split('')))).toBeUndefined();
  });
});

/** Other functions that read texts from outside, with the longest text that reaches each. */
test.each<[name: string, length: number, read: (text: string) => unknown]>([
  ['Accept-Language', HEAD_CHARACTERS, acceptedLocale],
  ['User-Agent', HEAD_CHARACTERS, deviceName],
  ['X-Forwarded-For', HEAD_CHARACTERS, (text) => [addressSubject(text), maskedAddress(text)]],
  ['the request line', HEAD_CHARACTERS, requestTarget],
  ['an absolute request line', HEAD_CHARACTERS, (text) => requestTarget(`http://${text}`)],
  ['the path of a page', HEAD_CHARACTERS, splitLocale],
  ['what a mail server or a provider answers', BODY_CHARACTERS, (text) => errorLine(new Error(text))],
  ['a code that is typed', BODY_CHARACTERS, plainCode],
  [
    'a name that is typed',
    BODY_CHARACTERS,
    (text) => signInBodyOf({ server: '', loginOrEmail: text, password: '' }),
  ],
  ['a password that is chosen', BODY_CHARACTERS, (text) => isCommonPassword(text, 'login', 'me@example.org')],
])('SE1 %s is read in time in proportion to its length', (_, length, read) => {
  expect(superlinearText(length, read)).toBeUndefined();
});
