import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GAME_CALLS, type GameCall } from '#/contract/game.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { createMember } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let adapter: GameAdapter;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
  adapter = new GameAdapter(app, await gameKeyOf(app));
  await adapter.hello();
  for (let left = 8; left > 0; left--) {
    const player = await createMember(app);
    await adapter.work({ joined: [{ player: player.login }], max: 0 });
    const service = { product_type: 'Services', goods_id: GOOD.service };
    await applyPaymentEvent(app, await pendingOrder(app, player, service), 'paid');
  }
});
afterAll(() => app.close());

const player = { player: 'vasya', character: '7', name: 'John Doe' };
/** A right body of each call, without what every body begins with. */
const RIGHT: Record<GameCall, Record<string, unknown>> = {
  hello: {
    adapter: 'test',
    game: 'game',
    host: 'host',
    ledger: 'A'.repeat(22),
    codes: ['unban'],
    facts: ['premium'],
    proves: ['parcel:*'],
    identity: 'login',
    slots: 10,
  },
  pull: {
    waitS: 0,
    max: 1,
    online: 1,
    slots: 10,
    joined: [player],
    left: ['petya'],
    results: [{ no: 1, attempt: 1, outcome: 'saving' }],
  },
  report: { results: [{ no: 1, attempt: 1, outcome: 'retry', code: 'busy', afterS: 5, proof: 'x' }] },
  roster: { part: 1, of: 1, players: [player] },
  bye: {},
  links: { code: '7K3F-9QXM', player: 'license2:9f', ids: ['steam:1'], character: '7', name: 'John Doe' },
  waiting: { player: 'vasya', locale: 'uk' },
  take: { player: 'vasya', character: '7', nos: [1, 2] },
  player: { player: 'vasya' },
  purchases: { key: 'purchase-1', player: 'vasya', goods: GOOD.serviceForCoins, count: 1, coins: 50 },
};

const SCOPES = ['deliver', 'players', 'link', 'purchase'] as const;
const STRANGE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 53,
  1e308,
  '',
  '\u0000',
  '\uD800',
  '%00',
  '__proto__',
  'x'.repeat(3000),
  [],
  {},
  [null],
  Array.from({ length: 400 }, () => 'a'),
  { toString: 1 },
  "1' OR '1'='1",
];
const strange = fc.oneof(fc.constantFrom(...STRANGE), fc.jsonValue());
const COUNTED = new Set(['v', 'seq', 'at', 'head', 'instance']);
/** A right body in which one field, at any depth, is something else or missing. */
const oneWrong = (call: GameCall) =>
  fc.tuple(fc.nat(), strange, fc.boolean()).map(([at, value, isMissing]) => {
    const body = structuredClone({ v: 1, seq: 1, at: 0, head: 0, instance: '', ...RIGHT[call] }) as object;
    const places: [Record<string, unknown>, string][] = [];
    const walk = (part: unknown) => {
      if (typeof part !== 'object' || part === null) return;
      for (const [key, inner] of Object.entries(part)) {
        places.push([part as Record<string, unknown>, key]);
        walk(inner);
      }
    };
    walk(body);
    const [owner, key] = places[at % places.length]!;
    if (isMissing) delete owner[key];
    else owner[key] = value;
    // what the adapter counts itself is right unless it is the wrong field
    const own = Object.entries(body).filter(([name]) => name === key || !COUNTED.has(name));
    return Object.fromEntries(own);
  });

test.each(GAME_CALLS)(
  'E4 whatever a signed adapter says to %s is answered, signed, and leaves the books whole',
  async (call) => {
    await fc.assert(
      fc.asyncProperty(oneWrong(call), async (fields) => {
        // each key has its own rate limit
        await app.pool.query(`UPDATE game_keys SET revoked_at = now() WHERE revoked_at IS NULL`);
        adapter.useKey(await gameKeyOf(app, 'everest', [...SCOPES]));
        const reply = await adapter.send(call, adapter.body(fields));
        expect(reply.statusCode, reply.body).toBeLessThan(500);
        expect(reply.json()).toHaveProperty('sign');
      }),
      { numRuns: 80, seed: 20_261_123 },
    );
    expect(await brokenInvariants(app.pool)).toEqual({});
  },
);

test.each([
  '',
  '{',
  'null',
  '[]',
  '7',
  '"text"',
  '\uFFFD\u0000',
  '{"__proto__":{"v":1}}',
  `[${'['.repeat(9000)}`,
])('E4 a signed body that is %j is refused, signed', async (body) => {
  const reply = await adapter.send('pull', body);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toHaveProperty('sign');
});

test('E4 a refused body gets the name of the wrong field', async () => {
  const results = [
    { no: 1, attempt: 1, outcome: 'done' },
    { no: 2, attempt: 1, outcome: 'retry', code: 'busy', afterS: 86_400 },
  ];
  const reply = await adapter.send('report', adapter.body({ results }));
  const { body } = reply.json<{ body: string }>();
  expect(JSON.parse(body)).toMatchObject({ error: { code: 'badRequest', field: 'results.1.afterS' } });
});
