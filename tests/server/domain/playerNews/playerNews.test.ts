import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { closeAccount } from '#/server/domain/accounts/closeAccount.ts';
import { finishPlain } from '#/server/domain/deliveries/finishPlain.ts';
import { recordResult } from '#/server/domain/deliveries/results.ts';
import { moveDelivery } from '#/server/domain/deliveries/moveDelivery.ts';
import { tellFriends } from '#/server/domain/playerNews/tellFriends.ts';
import { remindWaiting } from '#/server/jobs/remindWaiting.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { bringTo, deliveriesOf } from '../../../support/players/deliveries.ts';
import { newsOf, unreadOf } from '../../../support/players/news.ts';
import { invite, inviteActive, keepSessions, verify } from '../../../support/players/referrals.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { eq } from 'drizzle-orm';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

async function bought(): Promise<{ player: Player; order: string; delivery: number }> {
  const buyer = await createPlayer(app.deps);
  const placed = await pendingOrder(app, buyer, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(app, placed, 'paid');
  const [row] = await deliveriesOf(app, buyer.accountId);
  return { player: buyer, order: placed, delivery: row!.id };
}

async function close({ accountId }: Player): Promise<void> {
  await withTx(app.pool, async (tx) => {
    const account = await lockAccount(tx, eq(accounts.id, accountId));
    await closeAccount(tx, app.deps, account!, 'player');
  });
}

/** Lets the game report of a delivery. */
async function move(id: number, state: 'waiting' | 'failed' | 'cancelled', outcome: string): Promise<void> {
  await bringTo(app, id, 'leased');
  await withTx(app.pool, async (tx) => {
    const [row] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for('update');
    const through =
      state === 'cancelled' ? await moveDelivery(tx, app.deps, row!, 'failed', { actor: 'game' }) : row!;
    await moveDelivery(tx, app.deps, through, state, { actor: 'game', set: { outcome } });
  });
}

describe('C15 what is told', () => {
  test('goods that the game has given, in the transaction that records it', async () => {
    const { player, delivery } = await bought();
    expect(await newsOf(app, player)).toEqual([]);
    await bringTo(app, delivery, 'done');
    expect(await newsOf(app, player)).toEqual([
      { kind: 'goods', isRead: false, title: expect.stringMatching(/./), pieces: 1, server: 'Everest' },
    ]);
    expect(await unreadOf(app, player)).toBe(1);
  });

  test('goods of many players that one report finishes', async () => {
    const players = [await bought(), await bought()];
    for (const { delivery } of players) await bringTo(app, delivery, 'leased');
    const results = players.map(({ delivery: no }) => ({ no, attempt: 1, outcome: 'done' as const }));
    const reporter = { serverKey: 'everest', ledgerId: 'test-ledger' };
    const both = await Promise.all([
      finishPlain(app.deps, reporter, results),
      finishPlain(app.deps, reporter, results),
    ]);
    expect(both.map(({ size }) => size).toSorted((a, b) => a - b)).toEqual([0, 2]);
    for (const { player } of players) expect(await newsOf(app, player)).toHaveLength(1);
  });

  test.each([
    ['waiting', 'retry:no_space', 'noSpace'],
    ['waiting', 'retry:wrong_character', 'otherCharacter'],
    ['failed', 'rejected:no_character', 'noCharacter'],
  ] as const)('%s after %s: the player is told once that it needs them', async (state, outcome, why) => {
    const { player, delivery } = await bought();
    await move(delivery, state, outcome);
    if (state === 'waiting') await move(delivery, state, outcome);
    expect(await newsOf(app, player)).toMatchObject([{ kind: 'waits', why, others: 0, isRead: false }]);
  });

  test('goods that are given at last answer what was told of their waiting', async () => {
    const { player, delivery } = await bought();
    await move(delivery, 'waiting', 'retry:no_space');
    await bringTo(app, delivery, 'leased');
    await app.pool.query('UPDATE deliveries SET attempt = 2 WHERE id = $1', [delivery]);
    await withTx(app.pool, async (tx) => {
      const [row] = await tx.select().from(deliveries).where(eq(deliveries.id, delivery)).for('update');
      await moveDelivery(tx, app.deps, row!, 'done', { actor: 'game' });
    });
    expect(await newsOf(app, player)).toMatchObject([
      { kind: 'goods', isRead: false },
      { kind: 'waits', isRead: true },
    ]);
  });

  test('other moves of a delivery tell nothing', async () => {
    const { player, delivery } = await bought();
    await move(delivery, 'waiting', 'retry:offline');
    await move(delivery, 'failed', 'rejected:failed');
    expect(await newsOf(app, player)).toEqual([]);
  });

  test('goods whose payment went back meanwhile are not announced', async () => {
    const { player, order: paid, delivery } = await bought();
    await bringTo(app, delivery, 'leased');
    await applyPaymentEvent(app, paid, 'refunded');
    const result = { no: delivery, attempt: 1, outcome: 'done' } as const;
    const reporter = { serverKey: 'everest', ledgerId: 'test-ledger' };
    const recorded = await withTx(app.pool, (tx) => recordResult(tx, app.deps, reporter, result));
    expect(recorded.as).toBe('recorded');
    expect((await newsOf(app, player)).map(({ kind }) => kind)).toEqual(['refund']);
  });

  test('what has waited for a week, once, beside the mail of it', async () => {
    const { player } = await bought();
    app.advanceMs(7 * DAY_MS);
    await keepSessions(app);
    await remindWaiting(app.deps);
    await remindWaiting(app.deps);
    expect(await newsOf(app, player)).toMatchObject([{ kind: 'waits', why: 'away' }]);
    const { rows } = await app.pool.query('SELECT mail_at FROM player_news WHERE account_id = $1', [
      player.accountId,
    ]);
    expect(rows).toEqual([{ mail_at: null }]);
  });

  test('a refund, once for each sum however often it is reported, and without a second mail', async () => {
    const { player, order: paid } = await bought();
    await Promise.all([1, 2, 3].map(() => applyPaymentEvent(app, paid, 'refunded')));
    const [entry, ...others] = await newsOf(app, player);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      kind: 'refund',
      order: paid,
      number: expect.stringMatching(/^ONE-/),
      cents: expect.any(Number),
      hasFailed: false,
    });
    const { rows } = await app.pool.query('SELECT mail_at FROM player_news WHERE account_id = $1', [
      player.accountId,
    ]);
    expect(rows).toEqual([{ mail_at: null }]);
  });

  test('a friend who counts for the first time, in the transaction of their payment', async () => {
    const inviter = await createPlayer(app.deps);
    const friend = await inviteActive(app, inviter);
    expect(await newsOf(app, inviter)).toEqual([
      { kind: 'friend', isRead: false, player: expect.stringMatching(/^p•••\d$/) },
    ]);
    const again = await pendingOrder(app, friend, { amount: 500 });
    await applyPaymentEvent(app, again, 'paid');
    expect(await newsOf(app, inviter)).toHaveLength(1);
  });

  test('a friend who counts later, once, whichever of several processes finds it', async () => {
    const inviter = await createPlayer(app.deps);
    const friend = await invite(app, inviter);
    await applyPaymentEvent(app, await pendingOrder(app, friend, { amount: 500 }), 'paid');
    expect(await newsOf(app, inviter)).toEqual([]);
    await verify(app, friend);
    const sibling = await createSibling(app);
    const there = { ...sibling.deps, now: app.deps.now };
    await Promise.all([app.deps, there, app.deps, there].map(tellFriends));
    await tellFriends(app.deps);
    expect(await newsOf(app, inviter)).toHaveLength(1);
    // the entry may be gone, but the friend was told
    await app.pool.query('DELETE FROM player_news WHERE account_id = $1', [inviter.accountId]);
    await tellFriends(app.deps);
    expect(await newsOf(app, inviter)).toEqual([]);
    await sibling.close();
  });

  test('a friend whose account is closed has no name', async () => {
    const inviter = await createPlayer(app.deps);
    const friend = await inviteActive(app, inviter);
    await close(friend);
    expect(await newsOf(app, inviter)).toMatchObject([{ kind: 'friend', player: '' }]);
  });
});
