import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { DATABASE_LIMITS } from '#/server/platform/db/open.ts';
import { giveCoupons, postAs } from '../../../support/players/cabinet.ts';
import { type DatabaseLine, type Line, openDatabaseLine } from '../../../support/app/databaseLine.ts';
import { createPlayer, open, type Player } from '../../../support/app/factories.ts';
import { balanceOf, giveCoins, stockOf } from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

/** The limits of production, but shorter. */
const LIMITS = {
  ...DATABASE_LIMITS,
  statementMs: 1500,
  queryMs: 2000,
  connectMs: 1000,
  idleInTransactionMs: 1000,
};
const POOL_SIZE = 4;

let app: TestApp;
let proxy: DatabaseLine;
/** A server whose way to the database is the proxy. */
let site: TestApp;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  proxy = await openDatabaseLine(app.databaseUrl);
  site = await createSibling(app, { config: { poolSize: POOL_SIZE }, databaseLimits: LIMITS }, proxy.url);
  player = await createPlayer(app.deps, { 1: 5 });
});
afterEach(async () => {
  await proxy.close();
  await site.close();
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const user = (who = player) => site.get('/api/v1/user', who.headers);
const answerOf = (reply: LightMyRequestResponse) => [
  reply.statusCode,
  reply.json<{ code?: string }>().code,
  reply.headers['retry-after'],
];
const BUSY = [503, 'busy', '1'];

/** Does something to the line that carries the first request with this text, and only to that one. */
function once(text: string, act: (line: Line) => void): { line: () => Line | undefined } {
  let found: Line | undefined;
  proxy.onRequest = (request, line) => {
    if (found || !request.includes(text)) return;
    found = line;
    act(line);
  };
  return { line: () => found };
}

describe('SE3 a database connection that falls silent', () => {
  test('under a look-up of sessions holds up neither the others nor its own request', async () => {
    const other = await createPlayer(app.deps);
    const silent = once('sessionFind', (line) => line.silence());
    const replies = await Promise.all([user(), user(other)]);
    replies.push(await user(), await user(other));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(silent.line()).toBeDefined();
  });

  test('under a statement is a 503, is destroyed, and nobody gets it any more', async () => {
    const silent = once('INSERT INTO idempotency', (line) => line.silence());
    expect(answerOf(await open(site, player, { case_id: 1 }, 'the-first-key'))).toEqual(BUSY);
    expect(silent.line()?.isClosedBySite()).toBe(true);
    expect(site.pool.totalCount).toBe(proxy.lines.filter((line) => !line.isClosedBySite()).length);
    const again = await open(site, player, { case_id: 1 }, 'the-first-key');
    expect(again.statusCode).toBe(200);
    expect(await stockOf(app, player.accountId, 1)).toBe(4);
  });

  /** Effects whose transaction is committed, whose answer is lost, and what they leave when they took place once. */
  const effects: Record<
    string,
    { send: () => Promise<LightMyRequestResponse>; left: () => Promise<unknown> }
  > = {
    'the opening of a case': {
      send: () => open(site, player, { case_id: 1 }, 'the-lost-key'),
      left: () => stockOf(app, player.accountId, 1),
    },
    'the opening of several': {
      send: () =>
        postAs(site, player, '/api/v1/cases/open-multiple', { case_id: 1, count: 5 }, 'the-lost-key'),
      left: () => stockOf(app, player.accountId, 1),
    },
    'a purchase for coins': {
      send: () =>
        postAs(
          site,
          player,
          '/api/v1/order/store-by-coin',
          { product_id: GOOD.caseForCoins, product_type: 0, product_qty: 1 },
          'the-lost-key',
        ),
      left: async () => [await balanceOf(app, player.accountId), await stockOf(app, player.accountId, 1)],
    },
    'the swap of a coupon': {
      send: () => postAs(site, player, '/api/v1/coupons/convert', { ids: coupons }, 'the-lost-key'),
      left: () => balanceOf(app, player.accountId),
    },
  };
  let coupons: number[];

  test.each(Object.entries(effects))(
    'over the answer to the COMMIT of %s: unknown, and once when it is repeated',
    async (_name, { send, left }) => {
      await giveCoins(app, player.accountId, 100);
      coupons = await giveCoupons(app, player, 1);
      const lost = once('COMMIT', (line) => line.loseAnswers());
      expect(answerOf(await send())).toEqual(BUSY);
      expect(lost.line()?.isClosedBySite()).toBe(true);
      const leftAtOnce = await left();
      const repeated = await send();
      expect(repeated.statusCode).toBe(200);
      expect(await left()).toEqual(leftAtOnce);
      expect((await send()).body).toBe(repeated.body);
    },
  );

  test('while it was idle is found before it is lent, and the others of its age go with it', async () => {
    const cautious = { ...LIMITS, checkAfterIdleMs: 0, checkMs: 300 };
    const careful = await createSibling(app, { databaseLimits: cautious }, proxy.url);
    const clients = await Promise.all([1, 2, 3].map(() => careful.pool.connect()));
    for (const client of clients) client.release();
    const idle = [...proxy.lines];
    expect(idle).toHaveLength(3);
    for (const line of idle) line.silence();
    let checks = 0;
    proxy.onRequest = (text, line) => {
      if (idle.includes(line) && text.includes('pg_is_in_recovery')) checks += 1;
    };
    expect((await careful.pool.query('SELECT 2')).rowCount).toBe(1);
    expect(checks).toBe(1);
    await expect.poll(() => idle.every((line) => line.isClosedBySite())).toBe(true);
    await careful.close();
  });
});

describe('SE3 a database that falls silent', () => {
  test('is a 503 for every player, is no readiness, and needs no restart when it is back', async () => {
    await Promise.all([user(), user(), site.get('/api/v1/servers')]);
    proxy.silenceAll();
    const [ready, shown, live, metrics, forAll, ...requests] = await Promise.all([
      site.get('/readyz'),
      site.get('/readyz?exclude=database'),
      site.get('/healthz'),
      site.get('/metrics'),
      site.get('/api/v1/servers'),
      user(),
      open(site, player, { case_id: 1 }, 'a-silent-key'),
      site.get('/api/v1/fair/days'),
      ...Array.from({ length: 3 * POOL_SIZE }, () => user()),
    ]);
    expect(answerOf(ready)).toEqual(BUSY);
    // what everybody sees is shown as it was last (N9), so load balancers go on asking
    expect([live.statusCode, shown.statusCode, forAll.statusCode]).toEqual([200, 200, 200]);
    expect([metrics.statusCode, metrics.body]).toEqual([200, expect.stringMatching(/^mails_waiting nan$/im)]);
    expect(new Set(requests.map((reply) => JSON.stringify(answerOf(reply))))).toEqual(
      new Set([JSON.stringify(BUSY)]),
    );
    proxy.resumeAll();
    expect((await site.get('/readyz')).statusCode).toBe(200);
    expect((await user()).statusCode).toBe(200);
    expect((await open(site, player, { case_id: 1 }, 'a-silent-key')).statusCode).toBe(200);
    expect((await site.get('/metrics')).body).toMatch(/^mails_waiting \d+$/m);
    expect(site.pool.totalCount).toBeLessThanOrEqual(POOL_SIZE);
  });

  test('is ready as long as another connection answers', async () => {
    await site.pool.query('SELECT 2');
    proxy.lines[0]!.silence();
    expect((await site.get('/readyz')).statusCode).toBe(200);
  });

  test('whose connections are all in use is a 503 with Retry-After, and not ready', async () => {
    const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => site.pool.connect()));
    const [reply, ready] = await Promise.all([user(), site.get('/readyz')]);
    expect([answerOf(reply), answerOf(ready)]).toEqual([BUSY, BUSY]);
    for (const client of clients) client.release();
    expect([(await user()).statusCode, (await site.get('/readyz')).statusCode]).toEqual([200, 200]);
  });

  test('and is slow after that answers all the same', async () => {
    proxy.delayMs = 20;
    expect((await user()).statusCode).toBe(200);
    expect((await open(site, player, { case_id: 1 })).statusCode).toBe(200);
  });
});
