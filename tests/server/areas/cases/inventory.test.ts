import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type {
  CouponPage,
  OpenCaseReply,
  UserCase,
  UserCaseDetails,
  UserCasesReply,
} from '#/contract/cases.ts';
import { TICKETS } from '#/contract/fair.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createPlayer, open, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const detailsOf = async (player: Player, id: number, language = 'ru') => {
  const reply = await app.get(`/api/v1/cases/user/${id}`, { ...player.headers, 'accept-language': language });
  return reply.json<UserCaseDetails>();
};

describe('C4 cases in stock', () => {
  test('are listed in the order of the catalogue, in the language of the caller', async () => {
    const player = await createPlayer(app.deps, { 2: 7, 1: 3 });
    await createPlayer(app.deps, { 3: 9 });
    const reply = await app.get('/api/v1/cases/user', { ...player.headers, 'accept-language': 'en' });
    expect(reply.json<{ userCases: UserCase[] }>().userCases).toEqual([
      { id: 1, count: 3, case: { id: 1, name: 'Case 1', imageName: 'heist' } },
      { id: 2, count: 7, case: { id: 2, name: 'Case 2', imageName: 'street' } },
    ]);
    const user = await app.get('/api/v1/user', player.headers);
    expect(user.json()).toMatchObject({ caseCount: 10, couponCount: 0 });
  });

  test('an opened out case leaves the list', async () => {
    const player = await createPlayer(app.deps, { 1: 1 });
    await open(app, player, { case_id: 1 });
    const reply = await app.get('/api/v1/cases/user', player.headers);
    expect(reply.json()).toMatchObject({ userCases: [] });
    const user = await app.get('/api/v1/user', player.headers);
    expect(user.json()).toMatchObject({ caseCount: 0, couponCount: 1 });
  });
});

describe('a prize whose opening was cut short', () => {
  const unrevealedOf = async (player: Player) => {
    const reply = await app.get('/api/v1/cases/user', player.headers);
    return reply.json<UserCasesReply>().unrevealed;
  };
  const reveal = (player: Player, ids: number[]) => app.post('/api/v1/cases/reveal', { ids }, player.headers);

  test('R7 waits at the next visit, newest first, until the player was shown it', async () => {
    const player = await createPlayer(app.deps, { 1: 3 });
    const won = [];
    for (let piece = 0; piece < 3; piece += 1) {
      const { coupons, fair } = (await open(app, player, { case_id: 1 })).json<OpenCaseReply>();
      won.unshift({ ...coupons[0]!, draw: { epochId: fair.epochId, nonce: fair.nonce } });
    }
    expect(await unrevealedOf(player)).toEqual(won);
    const newest = won[0]!.id;
    expect((await reveal(player, [newest])).json()).toEqual({ revealed: 1 });
    expect((await reveal(player, [newest])).json()).toEqual({ revealed: 0 });
    expect(await unrevealedOf(player)).toEqual(won.slice(1));
  });

  test('R7 more prizes than one answer holds are counted all the same', async () => {
    const player = await createPlayer(app.deps, { 1: 105 });
    for (const count of [100, 5])
      await app.post('/api/v1/cases/open-multiple/', { case_id: 1, count }, player.headers);
    const reply = await app.get('/api/v1/cases/user', player.headers);
    const { unrevealed, unrevealedCount } = reply.json<UserCasesReply>();
    expect([unrevealed.length, unrevealedCount]).toEqual([100, 105]);
  });

  test('R7 is revealed by its player only', async () => {
    const player = await createPlayer(app.deps, { 1: 1 });
    const { coupons } = (await open(app, player, { case_id: 1 })).json<OpenCaseReply>();
    const ids = coupons.map(({ id }) => id);
    expect((await reveal(await createPlayer(app.deps), ids)).json()).toEqual({ revealed: 0 });
    expect(await unrevealedOf(player)).toHaveLength(1);
  });
});

describe('C6 one case', () => {
  test.each([
    ['ru', 'Кейс 1', 'Описание 1', 'Приз 1-0'],
    ['uk', 'Скринька 1', 'Опис 1', 'Нагорода 1-0'],
    ['en', 'Case 1', 'About 1', 'Prize 1-0'],
  ])('in %s', async (language, name, description, item) => {
    const player = await createPlayer(app.deps, { 1: 2 });
    const details = await detailsOf(player, 1, language);
    expect(details.count).toBe(2);
    expect(details.case).toMatchObject({ id: 1, name, description, imageName: 'heist' });
    expect(details.case.items[0]?.name).toBe(item);
  });

  test('shows its contents in order, with odds that sum to a million', async () => {
    const { items } = (await detailsOf(await createPlayer(app.deps, { 2: 1 }), 2)).case;
    expect(items.map(({ sortOrder }) => sortOrder)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(items.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(TICKETS);
    expect(items.at(-1)).toMatchObject({ id: 207, tickets: 1, color: 'epic' });
  });

  test('that the player has none of counts 0', async () => {
    expect((await detailsOf(await createPlayer(app.deps), 3)).count).toBe(0);
  });

  test.each(['999999', '9999999999', '0', '-1', '01', '1e3', 'abc', '1.5', '%00', "1'--"])(
    'RT11 %s is answered like every case that does not exist',
    async (id) => {
      const player = await createPlayer(app.deps, { 1: 1 });
      const reply = await app.get(`/api/v1/cases/user/${id}`, player.headers);
      expect(reply.statusCode).toBe(404);
      if (/^[1-9]\d*$/.test(id)) expect(reply.json<{ code: string }>().code).toBe('caseNotFound');
    },
  );
});

describe('C5 coupons', () => {
  const page = async (player: Player, query: string) =>
    app.get(`/api/v1/coupons/user/${query}`, player.headers);

  test('come by pages of 24, newest first, and only the own ones', async () => {
    const player = await createPlayer(app.deps, { 1: 50 });
    const rival = await createPlayer(app.deps, { 1: 1 });
    await open(app, rival, { case_id: 1 });
    const ids = [];
    for (let piece = 0; piece < 50; piece++) {
      const reply = await open(app, player, { case_id: 1 });
      ids.unshift(reply.json<{ coupons: { id: number }[] }>().coupons[0]?.id);
    }
    const pages = [];
    for (const query of ['', '?page=2', '?page=3', '?page=4'])
      pages.push((await page(player, query)).json<CouponPage>());
    expect(pages.map(({ coupons }) => coupons.length)).toEqual([24, 24, 2, 0]);
    expect(pages.map(({ pageInfo }) => pageInfo)).toEqual(
      [ids[23], ids[47], null, null].map((nextBefore, at) => ({
        currentPage: at + 1,
        lastPage: 3,
        nextBefore,
      })),
    );
    expect(pages.flatMap(({ coupons }) => coupons.map(({ id }) => id))).toEqual(ids);
  });

  test('keep what they were worth when they were won', async () => {
    const player = await createPlayer(app.deps, { 1: 1 });
    await open(app, player, { case_id: 1 });
    const before = (await page(player, '')).json<CouponPage>();
    await app.pool.query(
      'UPDATE case_items SET premium_coins_price = 999999, is_swap_available = NOT is_swap_available',
    );
    expect((await page(player, '')).json<CouponPage>()).toEqual(before);
    await app.pool.query(
      'UPDATE case_items SET premium_coins_price = (sort_order + 1) * 10, is_swap_available = NOT is_swap_available',
    );
  });

  test('an empty inventory is one empty page', async () => {
    const reply = await page(await createPlayer(app.deps), '');
    expect(reply.json()).toEqual({
      coupons: [],
      pageInfo: { currentPage: 1, lastPage: 1, nextBefore: null },
    });
  });

  test.each(['?page=0', '?page=-1', '?page=1.5', '?page=x', '?page=99999999', '?page=1&page=2', '?size=5'])(
    'E4 %s is refused',
    async (query) => {
      expect((await page(await createPlayer(app.deps), query)).statusCode).toBe(400);
    },
  );
});

describe('FA3 secrets', () => {
  test('neither seeds nor hashes leave the server', async () => {
    const player = await createPlayer(app.deps, { 1: 2 });
    const replies = [
      await open(app, player, { case_id: 1 }, 'secret-check'),
      await open(app, player, { case_id: 1 }, 'secret-check'),
    ];
    for (const url of ['/api/v1/user', '/api/v1/cases/user', '/api/v1/cases/user/1', '/api/v1/coupons/user/'])
      replies.push(await app.get(url, player.headers));
    const { rows } = await app.pool.query<{ seed: string; root: string; token: string }>(
      `SELECT encode(server_seed_encrypted, 'hex') AS seed, encode(root_encrypted, 'hex') AS root,
         encode(token_hash, 'hex') AS token
       FROM fair_epochs e JOIN fair_chains c ON c.id = chain_id JOIN sessions s ON s.account_id = e.account_id
       WHERE e.account_id = $1`,
      [player.accountId],
    );
    const { serverSeedOf } = await import('#/server/domain/fairness/fairEpoch.ts');
    const epoch = await app.pool.query<{ public_id: string; server_seed_encrypted: Buffer }>(
      'SELECT public_id, server_seed_encrypted FROM fair_epochs WHERE account_id = $1',
      [player.accountId],
    );
    const { public_id, server_seed_encrypted } = epoch.rows[0]!;
    const secrets = [
      serverSeedOf(app.deps.secretKey, public_id, server_seed_encrypted),
      ...Object.values(rows[0]!),
    ];
    expect(secrets).toHaveLength(4);
    for (const { statusCode, body } of replies) {
      expect(statusCode).toBe(200);
      for (const secret of secrets) expect(body).not.toContain(secret);
      expect(body).not.toMatch(/server_?seed|password|(token|handle|request)_?hash|encrypted|account_?id/i);
    }
    const dump = await app.pool.query<{ line: string }>('SELECT i::text AS line FROM idempotency i');
    expect(dump.rows.map(({ line }) => line).join()).not.toContain(secrets[0]);
  });
});
