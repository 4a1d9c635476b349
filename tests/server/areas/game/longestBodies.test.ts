import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { GAME_BODIES, GAME_CALLS, gameBodyMaxBytes, type GameCall } from '#/contract/game.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A field in the contract's JSON Schema. */
interface Field {
  type?: 'object' | 'array' | 'string' | 'integer';
  const?: unknown;
  enum?: string[];
  properties?: Record<string, Field>;
  items?: Field;
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
  maximum?: number;
}

/** Characters that cost the most bytes in JSON first. */
const COSTLY = ['\u6f22', '"', 'a'];

/** The longest value of a field in JSON. */
function longest({ type, enum: options, ...field }: Field): unknown {
  if (field.const !== undefined) return field.const;
  if (options) return options.toSorted((a, b) => b.length - a.length)[0];
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(field.properties!).map(([name, each]) => [name, longest(each)]),
      );
    case 'array':
      return Array.from({ length: field.maxItems! }, () => longest(field.items!));
    case 'string': {
      const texts = COSTLY.map((character) => character.repeat(field.maxLength!));
      return texts.find((each) => new RegExp(field.pattern!, 'u').test(each));
    }
    default:
      return field.maximum;
  }
}

/** Also adapters that write every letter beyond ASCII as \uXXXX must fit. */
const asAscii = (text: string) =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const longestBody = (call: GameCall) => {
  const schema = z.toJSONSchema(GAME_BODIES[call], { io: 'input' }) as Field;
  return longest(schema) as Record<string, unknown>;
};

describe.each(GAME_CALLS)('E4 the longest body of %s', (call) => {
  test('is one that the contract allows, and fits', () => {
    const body = longestBody(call);
    expect(z.safeParse(GAME_BODIES[call], body).success).toBe(true);
    const bytes = Buffer.byteLength(asAscii(JSON.stringify(body)));
    expect(bytes).toBeLessThanOrEqual(gameBodyMaxBytes(call));
  });

  test('is taken by the site, and one byte more than the limit is not', async () => {
    const { v: _v, instance: _i, seq: _s, at: _a, head: _h, ...fields } = longestBody(call);
    await app.pool.query('UPDATE game_keys SET revoked_at = now() WHERE revoked_at IS NULL');
    const scopes = ['deliver', 'players', 'link', 'purchase'] as const;
    const adapter = new GameAdapter(app, await gameKeyOf(app, 'everest', [...scopes]));
    const reply = await adapter.send(call, asAscii(adapter.body(fields)));
    expect(reply.json()).toHaveProperty('sign');
    expect(reply.body).not.toContain('badRequest');
    const tooLong = adapter.body({}).padEnd(gameBodyMaxBytes(call) + 1);
    expect((await adapter.send(call, tooLong)).statusCode).toBe(413);
  });
});
