import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { GAME_KEY_HEADER, GAME_SIGN_HEADER, gameBodyMaxBytes, gamePath } from '#/contract/game.ts';
import { codeOf } from '../../../support/access/mailedLinks.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { forgetGames, GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

const FORGED_SIGN = 'f'.repeat(64);
const UNKNOWN = 'k_unknownunknow';
const MAX_BYTES = gameBodyMaxBytes('pull');
const PER_MINUTE = 30;

let app: TestApp;
let key: { id: string; secret: string };
let addresses = 0;
let address: string;

beforeAll(async () => {
  app = await createTestApp({ config: { rateLimitScale: 1 } });
});
beforeEach(async () => {
  await forgetGames(app);
  key = await gameKeyOf(app);
  address = `198.51.100.${++addresses}`;
});
afterAll(() => app.close());

/** A call under a key with a signature of nobody. */
const forge = (keyId: string, payload: string | Readable, headers: Record<string, string> = {}) =>
  app.app.inject({
    method: 'POST',
    url: gamePath('pull'),
    remoteAddress: address,
    headers: {
      'content-type': 'application/json',
      [GAME_KEY_HEADER]: keyId,
      [GAME_SIGN_HEADER]: FORGED_SIGN,
      ...headers,
    },
    payload,
  });

/** A body that comes in parts and announces no length. */
const inParts = (bytes: number) =>
  Readable.from(Array.from({ length: Math.ceil(bytes / 65_536) }, () => Buffer.alloc(65_536, 32)));

test.each(['with a length', 'in parts'])(
  'D8 of a long body %s under an unknown key nothing is stored',
  async (way) => {
    const body = () => (way === 'in parts' ? inParts(MAX_BYTES - 65_536) : ' '.repeat(MAX_BYTES));
    const concat = vi.spyOn(Buffer, 'concat');
    const longestOf = async (keyId: string) => {
      concat.mockClear();
      expect(codeOf(await forge(keyId, body()))).toBe('gameKeyInvalid');
      return Math.max(...concat.mock.calls.map(([, bytes = 0]) => bytes));
    };
    // the proof that what is stored would be noticed
    expect(await longestOf(key.id)).toBeGreaterThan(1_000_000);
    expect(await longestOf(UNKNOWN)).toBeLessThan(32_768);
    concat.mockRestore();
  },
);

test('D8 a body that is too long is refused under every key', async () => {
  for (const keyId of [key.id, UNKNOWN]) {
    expect((await forge(keyId, ' '.repeat(MAX_BYTES + 1))).statusCode).toBe(413);
    expect((await forge(keyId, inParts(MAX_BYTES + 200_000))).statusCode).toBe(413);
  }
});

test('D8 beyond 30 forged calls in a minute no body is read under that key, whether there is such a key or not', async () => {
  const answersOf = async (keyId: string) => {
    address = `198.51.100.${++addresses}`;
    const codes = [];
    for (let times = 0; times < PER_MINUTE; times++) codes.push(codeOf(await forge(keyId, '{}')));
    const body = inParts(100_000);
    const read = vi.spyOn(body, 'read');
    const reply = await forge(keyId, body);
    return { codes: new Set(codes), last: codeOf(reply), isRead: read.mock.calls.length > 0 };
  };
  const refused = { codes: new Set(['gameKeyInvalid']), last: 'tooManyRequests', isRead: false };
  expect(await answersOf(key.id)).toEqual(refused);
  expect(await answersOf(UNKNOWN)).toEqual(refused);
});

test('D8 forged calls stop no game server at their address', async () => {
  address = '127.0.0.1';
  for (let times = 0; times <= PER_MINUTE; times++) await forge(UNKNOWN, '{}');
  expect(codeOf(await forge(UNKNOWN, '{}'))).toBe('tooManyRequests');
  expect(await new GameAdapter(app, key).hello()).toMatchObject({ server: 'everest' });
});
