import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MOST_UNREAD } from '#/contract/kernel/limits.ts';
import { SEEN_AT_ONCE } from '#/contract/kernel/playerNews.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { closeAccount } from '#/server/domain/accounts/closeAccount.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { addNews } from '#/server/domain/playerNews/addNews.ts';
import { tellPromotions } from '#/server/domain/playerNews/tellPromotions.ts';
import { cleanUp } from '#/server/jobs/cleanUp.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { deliveriesOf } from '../../../support/players/deliveries.ts';
import { newsOf, newsPage, tellOfFriends, unreadOf } from '../../../support/players/news.ts';
import { inviteActive, keepSessions } from '../../../support/players/referrals.ts';
import {
  applyPaymentEvent,
  order,
  pendingOrder,
  saveCart,
  useFakeProvider,
} from '../../../support/players/shopping.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

async function bought(): Promise<{ delivery: number }> {
  const { accountId } = await createPlayer(app.deps);
  const placed = await pendingOrder(app, { accountId }, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(app, placed, 'paid');
  return { delivery: (await deliveriesOf(app, accountId))[0]!.id };
}

async function close({ accountId }: Player): Promise<void> {
  await withTx(app.pool, async (tx) => {
    const account = await lockAccount(tx, eq(accounts.id, accountId));
    await closeAccount(tx, app.deps, account!, 'player');
  });
}

describe('C15 the end of a promotion', () => {
  const HOURS = 60 * 60_000;
  async function promote(code: string, endsInMs: number, isOnBanner = true): Promise<number> {
    const endsAt = new Date(app.deps.now().getTime() + endsInMs);
    const { rows } = await app.pool.query<{ id: string }>(
      `INSERT INTO discount_codes (code, percent_basis_points, ends_at, created_at) VALUES ($1, 1000, $2, $3) RETURNING id`,
      [code, endsAt, app.deps.now()],
    );
    if (isOnBanner)
      await app.pool.query(
        `INSERT INTO promos (code, titles) VALUES ($1, '{"ru":"Ночь","uk":"Ніч","en":"Night"}')`,
        [code],
      );
    return Number(rows[0]!.id);
  }
  const told = async (reader: Player, code: string) =>
    (await newsOf(app, reader)).filter((entry) => entry.kind === 'promotion' && entry.code === code);

  test('is told from two days before it to players with a session, once over all processes', async () => {
    const reader = await createPlayer(app.deps);
    const gone = await createPlayer(app.deps);
    await app.pool.query('UPDATE sessions SET ended_at = now() WHERE account_id = $1', [gone.accountId]);
    await promote('SOON1', 49 * HOURS);
    await tellPromotions(app.deps);
    expect(await told(reader, 'SOON1')).toEqual([]);
    app.advanceMs(HOURS);
    const sibling = await createSibling(app);
    const there = { ...sibling.deps, now: app.deps.now };
    await Promise.all([app.deps, there, app.deps, there].map(tellPromotions));
    await tellPromotions(app.deps);
    await sibling.close();
    expect(await told(reader, 'SOON1')).toMatchObject([{ title: 'Night', code: 'SOON1', isRead: false }]);
    const { rows } = await app.pool.query('SELECT FROM player_news WHERE account_id = $1', [gone.accountId]);
    expect(rows).toEqual([]);
  });

  test('is not told once it is over, or was stopped, or has been used up', async () => {
    const reader = await createPlayer(app.deps);
    await promote('OVER1', -HOURS);
    await promote('STOPPED1', HOURS);
    await app.pool.query(`UPDATE discount_codes SET is_active = false WHERE code = 'STOPPED1'`);
    await promote('USED1', HOURS);
    await app.pool.query(`UPDATE discount_codes SET per_account_limit = 1 WHERE code = 'USED1'`);
    const cart = await saveCart(app, reader, { amount: 500 });
    await app.post('/api/donate/cart/discount', { code: 'USED1' }, cart.headers);
    const placed = (await order(app, cart)).json<{ order: string }>();
    await applyPaymentEvent(app, placed.order, 'paid');
    await tellPromotions(app.deps);
    for (const code of ['OVER1', 'STOPPED1', 'USED1']) expect(await told(reader, code)).toEqual([]);
  });

  test('a code that is kept since the sign-up is told to its player alone', async () => {
    const [keeper, other] = [await createPlayer(app.deps), await createPlayer(app.deps)];
    const id = await promote('KEPT1', HOURS, false);
    await app.pool.query('UPDATE accounts SET kept_discount_id = $2 WHERE id = $1', [keeper.accountId, id]);
    await tellPromotions(app.deps);
    expect(await told(keeper, 'KEPT1')).toMatchObject([{ title: '', code: 'KEPT1' }]);
    expect(await told(other, 'KEPT1')).toEqual([]);
  });
});

describe('C15 the list', () => {
  test('has pages of 20, the newest first; every page continues the one before', async () => {
    const reader = await createPlayer(app.deps);
    await tellOfFriends(app, reader.accountId, 45);
    const ids: number[] = [];
    for (let before = ''; ;) {
      const { news, nextBefore } = await newsPage(app, reader, before);
      ids.push(...news.map(({ id }) => id));
      if (nextBefore === null) break;
      before = String(nextBefore);
    }
    expect(ids).toHaveLength(45);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(45);
  });

  test.each(['0', '-1', '1e3', 'abc', '9'.repeat(16), '1;drop', ''])(
    'refuses the cursor %j',
    async (before) => {
      const reader = await createPlayer(app.deps);
      const reply = await app.get(`/api/v1/user/news?before=${encodeURIComponent(before)}`, reader.headers);
      expect(reply.statusCode).toBe(400);
    },
  );

  test('shows and marks nothing of another player, whatever ids are sent', async () => {
    const [owner, thief] = [await createPlayer(app.deps), await createPlayer(app.deps)];
    await tellOfFriends(app, owner.accountId, 2);
    const [newest] = (await newsPage(app, owner)).news;
    expect((await newsPage(app, thief, String(newest!.id + 1))).news).toEqual([]);
    const reply = await app.post('/api/v1/user/news/read', { up_to: newest!.id }, thief.headers);
    expect(reply.json()).toEqual({ unread: 0 });
    expect(await unreadOf(app, owner)).toBe(2);
    expect((await app.get('/api/v1/user/news')).statusCode).toBe(401);
  });

  test('names nothing of another player, even if a subject led there', async () => {
    const [owner, thief] = [await bought(), await createPlayer(app.deps)];
    await withTx(app.pool, async (tx) => {
      await addNews(tx, app.deps, thief.accountId, {
        kind: 'goods',
        cause: 'goods:stolen',
        subject: { delivery: owner.delivery },
      });
      await addNews(tx, app.deps, thief.accountId, {
        kind: 'refund',
        cause: 'refund:stolen',
        subject: { order: 1, cents: 5 },
      });
    });
    expect(await newsOf(app, thief)).toMatchObject([
      { kind: 'refund', title: '', order: '', number: '' },
      { kind: 'goods', title: '', server: '' },
    ]);
  });

  test('marks exactly what was seen, or all before the newest that was shown, and nothing of others', async () => {
    const reader = await createPlayer(app.deps);
    await tellOfFriends(app, reader.accountId, 5);
    const ids = (await newsPage(app, reader)).news.map(({ id }) => id);
    await tellOfFriends(app, reader.accountId, 1);
    const read = (body: object) => app.post('/api/v1/user/news/read', body, reader.headers);
    const other = await createPlayer(app.deps);
    await tellOfFriends(app, other.accountId, 1);
    const [foreign] = (await newsPage(app, other)).news;
    const marks = async () => (await newsOf(app, reader)).map(({ isRead }) => isRead);
    expect((await read({ ids: [ids[2], ids[0], foreign!.id] })).json()).toEqual({ unread: 4 });
    expect((await read({ ids: [ids[2], ids[0]] })).json()).toEqual({ unread: 4 });
    // the entry between them was not in sight
    expect(await marks()).toEqual([false, true, false, true, false, false]);
    expect((await read({ up_to: ids[0] })).json()).toEqual({ unread: 1 });
    expect(await marks()).toEqual([false, true, true, true, true, true]);
    expect(await newsOf(app, other)).toMatchObject([{ isRead: false }]);
    for (const body of [
      {},
      { up_to: 0 },
      { up_to: 1.5 },
      { up_to: '1' },
      { up_to: 1, all: true },
      { ids: [] },
      { ids: [0] },
      { ids: ['1'] },
      { ids: [1], up_to: 1 },
      { ids: Array.from({ length: SEEN_AT_ONCE + 1 }, (_, at) => at + 1) },
    ])
      expect((await read(body)).statusCode).toBe(400);
  });

  test('counts unread entries up to a hundred', async () => {
    const reader = await createPlayer(app.deps);
    await tellOfFriends(app, reader.accountId, MOST_UNREAD + 20);
    expect(await unreadOf(app, reader)).toBe(MOST_UNREAD);
  });

  test('is kept for 90 days by the time of the site', async () => {
    const reader = await createPlayer(app.deps);
    await tellOfFriends(app, reader.accountId);
    app.advanceMs(90 * DAY_MS);
    await keepSessions(app);
    await cleanUp(app.deps);
    expect(await newsOf(app, reader)).toHaveLength(1);
    app.advanceMs(1);
    await cleanUp(app.deps);
    expect(await newsOf(app, reader)).toEqual([]);
  });

  test('is part of the export, without ids of friends, and goes with the account', async () => {
    const inviter = await createPlayer(app.deps);
    await inviteActive(app, inviter);
    await app.post('/api/v1/user/mail-choices', { kind: 'friend', choice: 'now' }, inviter.headers);
    const data = (await app.get('/api/v1/user/export', inviter.headers)).json();
    expect(data.news).toEqual([
      { kind: 'friend', subject: {}, at: app.deps.now().toISOString(), readAt: null },
    ]);
    expect(data.mailChoices).toMatchObject([{ kind: 'friend', choice: 'now' }]);
    await close(inviter);
    for (const table of ['player_news', 'mail_choices'])
      expect(
        (await app.pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [inviter.accountId])).rows,
      ).toEqual([]);
  });
});
