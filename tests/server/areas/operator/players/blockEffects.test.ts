import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purchase } from '#/server/areas/game/purchase.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { toAppError } from '#/server/platform/kernel/errors.ts';
import { open } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { GOOD } from '../../../../support/catalogue/testShop.ts';
import { blockAccount } from '../../../../support/players/blocks.ts';
import {
  buyInGame,
  createBlockScene,
  GAME_SERVICE,
  joinGame,
  onlyAdapter,
} from '../../../../support/players/blockScene.ts';
import { goodsInGame } from '../../../../support/players/deliveries.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createMember, signIn } from '../../../../support/players/settings.ts';
import {
  applyPaymentEvent,
  order,
  pendingOrder,
  saveCart,
  useFakeProvider,
} from '../../../../support/players/shopping.ts';
import type { GameAdapter } from '../../../../support/services/gameAdapter.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let adapter: GameAdapter;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  adapter = await onlyAdapter(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

describe('O14 a block', () => {
  test('tells its scope and its end, to the player alone', async () => {
    const { member } = await createBlockScene(app);
    const endsAt = new Date(app.deps.now().getTime() + DAY_MS);
    await blockAccount(app, member.accountId, 'open', { endsAt });
    await blockAccount(app, member.accountId, 'open', { endsAt: new Date(endsAt.getTime() - 1000) });
    await blockAccount(app, member.accountId, 'sign-in');
    const asked = await signIn(app, member.login);
    expect([asked.statusCode, asked.json()]).toMatchObject([
      409,
      { code: 'accountBlocked', block: { scope: 'sign-in', until: null } },
    ]);
    expect(codeOf(await signIn(app, member.login, {}, 'not-the-password-1'))).toBe('errorCredentials');
    expect((await app.get('/api/v1/user', member.headers)).statusCode).toBe(401);
    await app.pool.query('UPDATE sessions SET ended_at = NULL WHERE account_id = $1', [member.accountId]);
    expect((await open(app, member, { case_id: 1 })).json()).toMatchObject({
      block: { scope: 'open', until: endsAt.toISOString() },
    });
  });

  test('of opening leaves the answer of an opening that was repeated', async () => {
    const { member } = await createBlockScene(app);
    const first = await open(app, member, { case_id: 1 }, 'opened-before-it');
    await blockAccount(app, member.accountId, 'open');
    expect((await open(app, member, { case_id: 1 }, 'opened-before-it')).json()).toEqual(first.json());
    expect(codeOf(await open(app, member, { case_id: 1 }, 'opened-after-it'))).toBe('accountBlocked');
    expect(codeOf(await open(app, member, { case_id: 999 }))).toBe('accountBlocked');
  });

  test('of spending in the game lets the player allow less', async () => {
    const { member } = await createBlockScene(app);
    await blockAccount(app, member.accountId, 'spend-in-game');
    const less = await app.post('/api/v1/user/spend-permit', { coinsPerDay: 0 }, member.headers);
    expect([less.statusCode, less.json()]).toEqual([200, { coinsPerDay: 0, spentToday: 0 }]);
  });

  test('of buying stops a cart and an order from before, but what was paid is granted', async () => {
    const { member, unpaid } = await createBlockScene(app);
    const cart = await saveCart(app, member);
    await blockAccount(app, member.accountId, 'buy');
    expect(codeOf(await order(app, cart))).toBe('accountNotFound');
    expect(await applyPaymentEvent(app, unpaid, 'paid')).toBe('granted');
  });

  test('of deliveries hands out nothing, also of what is bought in the game, until it is lifted', async () => {
    const { member } = await createBlockScene(app);
    await joinGame(adapter, member);
    const block = await blockAccount(app, member.accountId, 'deliver');
    expect(await buyInGame(adapter, member)).toBe('done');
    expect(await adapter.work()).toEqual([]);
    expect(await goodsInGame(app, member.accountId)).toEqual([
      'give 1 unban waiting',
      'give 1 name_change waiting',
    ]);
    await app.pool.query('UPDATE account_blocks SET lifted_at = $2 WHERE id = $1', [block, app.deps.now()]);
    expect(await adapter.work()).toMatchObject([{ code: 'unban' }, { code: 'name_change' }]);
  });

  test('of deliveries does not keep the game from taking things back', async () => {
    const member = await createMember(app);
    const paid = await pendingOrder(app, member, GAME_SERVICE);
    await applyPaymentEvent(app, paid, 'paid');
    await joinGame(adapter, member);
    const [delivery] = await adapter.work();
    await adapter.report({ no: delivery!.no, outcome: 'done' });
    await blockAccount(app, member.accountId, 'deliver');
    await applyPaymentEvent(app, paid, 'chargedBack');
    expect(await adapter.work()).toMatchObject([{ kind: 'revoke', code: 'unban' }]);
  });

  test('leaves a lease that began before it to the game, which may have given it', async () => {
    const { member } = await createBlockScene(app);
    await joinGame(adapter, member);
    const [delivery] = await adapter.work();
    await blockAccount(app, member.accountId, 'deliver');
    app.advanceMs(60_000);
    expect(await adapter.work()).toMatchObject([{ no: delivery!.no, attempt: 2 }]);
    await adapter.report({ no: delivery!.no, attempt: 2, outcome: 'done' });
    expect(await goodsInGame(app, member.accountId)).toEqual(['give 1 unban done']);
  });

  test('beside purchases at once lets none through that began after it', async () => {
    const { member } = await createBlockScene(app);
    const instance = { serverKey: 'everest', ledgerId: adapter.ledger, instanceId: adapter.instance };
    const buy = (key: string) =>
      purchase(app.deps, instance, {
        v: 1,
        instance: adapter.instance,
        seq: 1,
        at: 0,
        head: 0,
        key,
        player: member.login,
        goods: GOOD.serviceForCoins,
        count: 1,
        coins: 50,
      }).then(
        () => 'done',
        (error: unknown) => toAppError(error).code,
      );
    await app.pool.query('UPDATE spend_permits SET coins_per_day = 1000 WHERE account_id = $1', [
      member.accountId,
    ]);
    const before = Array.from({ length: 10 }, (_, at) => buy(`before-the-block-${at}`));
    await blockAccount(app, member.accountId, 'spend-in-game');
    const after = Array.from({ length: 10 }, (_, at) => buy(`after-the-block-${at}`));
    expect(new Set(await Promise.all(after))).toEqual(new Set(['accountBlocked']));
    const outcomes = new Set(await Promise.all(before));
    for (const outcome of outcomes) expect(['done', 'accountBlocked']).toContain(outcome);
  });
});
