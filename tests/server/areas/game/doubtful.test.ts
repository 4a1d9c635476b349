import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Delivery } from '#/contract/deliveries.ts';
import type { GameDelivery } from '#/contract/game.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import type { DeliveryDecision } from '#/contract/operator/deliveries.ts';
import { decideDelivery } from '#/server/domain/deliveries/decideDelivery.ts';
import { cancelWaiting } from '#/server/domain/deliveries/deliver.ts';
import { acceptLedger } from '#/server/domain/gameServers/ledgers.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { giveCoupons, postAs, refusal } from '../../../support/players/cabinet.ts';
import { deliveriesOf, goodsInGame } from '../../../support/players/deliveries.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf, forgetGames } from '../../../support/services/gameAdapter.ts';

/* The game may have given what a lost ledger held, so whoever calls it off waits for the game's proof. */

let app: TestApp;
let key: { id: string; secret: string };
let adapter: GameAdapter;
let player: Member;
let order: string;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  await forgetGames(app);
  player = await createMember(app);
  key = await gameKeyOf(app);
  adapter = new GameAdapter(app, key);
  await adapter.hello({ proves: ['unban', 'item'] });
  await adapter.work({ joined: [{ player: player.login }], max: 0 });
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

async function buy(): Promise<void> {
  order = await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(app, order, 'paid');
}

/** The game has it, its ledger is lost, and the operator has accepted a new one. @returns its number */
async function lose(): Promise<number> {
  const [held] = await adapter.work();
  await adapter.call('bye', {});
  adapter = new GameAdapter(app, key);
  await adapter.hello({ proves: ['unban', 'item'] });
  const accepted = { serverKey: 'everest', id: adapter.ledger, reason: 'disk', isDryRun: false };
  await withTx(app.pool, (tx) => acceptLedger(tx, app.deps, accepted));
  await adapter.hello({ proves: ['unban', 'item'] });
  await adapter.work({ joined: [{ player: player.login }], max: 0 });
  return held!.no;
}

const handedOut = async (): Promise<GameDelivery[]> => adapter.work();
const stages = async () =>
  (await app.get('/api/v1/user/deliveries', player.headers))
    .json<{ deliveries: Delivery[] }>()
    .deliveries.map(({ stage }) => stage);
const decide = (no: number, decision: DeliveryDecision) =>
  withTx(app.pool, (tx) => decideDelivery(tx, app.deps, { no, decision, reason: 'test' }));

describe('D6 D10 a refund while the result is unknown', () => {
  test.each(['waiting', 'leased'])('%s: what the game proves is revoked', async (state) => {
    await buy();
    const no = await lose();
    if (state === 'leased') expect(await handedOut()).toMatchObject([{ no, calledOff: false }]);
    await applyPaymentEvent(app, order, 'chargedBack');
    expect(await stages()).toEqual(['callingOff']);
    // it was never told of the number, and would say that it has not given it
    if (state === 'leased') expect(await adapter.pull()).toMatchObject({ cancel: [] });
    else expect(await handedOut()).toMatchObject([{ no, doubtful: true, calledOff: true }]);
    await adapter.report({ no, attempt: 2, outcome: 'done' });
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 unban done', 'revoke 1 unban waiting']);
    const [revoke] = await handedOut();
    await adapter.report({ no: revoke!.no, outcome: 'done', taken: 1 });
  });

  test('what the game proves not to have is called off, and never given', async () => {
    await buy();
    const no = await lose();
    await applyPaymentEvent(app, order, 'chargedBack');
    expect(await handedOut()).toMatchObject([{ no, calledOff: true }]);
    await adapter.report({ no, attempt: 2, outcome: 'cancelled' });
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 unban cancelled']);
    expect(await stages()).toEqual(['calledOff']);
  });

  test.each(['unknown', 'rejected'] as const)('%s: an operator decides', async (outcome) => {
    await buy();
    const no = await lose();
    await applyPaymentEvent(app, order, 'chargedBack');
    await handedOut();
    await adapter.report({
      no,
      attempt: 2,
      outcome,
      ...(outcome === 'rejected' && { code: 'unknown_code' }),
    });
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 unban unknown']);
    expect(await decide(no, 'notGiven')).toMatchObject({ state: 'cancelled' });
  });

  test.each([
    ['done', ['give 1 unban done']],
    ['cancelled', ['give 1 unban cancelled', 'give 1 unban waiting']],
  ] as const)(
    'D12 that fails while the game proves: what is %s, the player has once',
    async (outcome, ends) => {
      await buy();
      const no = await lose();
      const cause = { causeRef: `${order}-1` };
      await applyPaymentEvent(app, order, 'chargedBack', cause);
      expect(await handedOut()).toMatchObject([{ no, calledOff: true }]);
      await applyPaymentEvent(app, order, 'disputeWon', cause);
      expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 unban leased']);
      await adapter.report({ no, attempt: 2, outcome });
      expect(await goodsInGame(app, player.accountId)).toEqual(ends);
      for (const again of await handedOut()) await adapter.report({ no: again.no, outcome: 'done' });
    },
  );

  test('a game that cannot tell yet is asked again', async () => {
    await buy();
    const no = await lose();
    await applyPaymentEvent(app, order, 'chargedBack');
    await handedOut();
    await adapter.report({ no, attempt: 2, outcome: 'retry', code: 'busy' });
    app.advanceMs(60_000);
    expect(await handedOut()).toMatchObject([{ no, attempt: 3, doubtful: true, calledOff: true }]);
    await adapter.report({ no, attempt: 3, outcome: 'cancelled' });
  });
});

describe('D6 what a lost ledger held', () => {
  test('D14 a prize cannot be put back', async () => {
    const [coupon] = await giveCoupons(app, player, 1);
    await postAs(app, player, '/api/v1/coupons/take', { ids: [coupon] });
    const no = await lose();
    expect(await deliveriesOf(app, player.accountId)).toMatchObject([{ state: 'waiting', isDoubtful: true }]);
    const back = await postAs(app, player, `/api/v1/user/deliveries/${no}/put-back`);
    expect(refusal(back)).toEqual([409, 'prizeBegun']);
    const { deliveries } = (await app.get('/api/v1/user/deliveries', player.headers)).json();
    expect(deliveries).toMatchObject([{ canPutBack: false }]);
    await handedOut();
    await adapter.report({ no, attempt: 2, outcome: 'done' });
  });

  test('D19 is neither handed over by hand nor called off before the proof', async () => {
    await buy();
    const no = await lose();
    await expect(decide(no, 'byHand')).rejects.toThrow('The game proves first');
    expect(await decide(no, 'cancel')).toMatchObject({ state: 'waiting' });
    expect(await handedOut()).toMatchObject([{ no, calledOff: true }]);
    await adapter.report({ no, attempt: 2, outcome: 'cancelled' });
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 unban cancelled']);
  });

  test('is not cancelled with the account', async () => {
    await buy();
    const no = await lose();
    await withTx(app.pool, (tx) => cancelWaiting(tx, app.deps, player.accountId));
    const [row] = await deliveriesOf(app, player.accountId);
    expect(row).toMatchObject({ id: no, state: 'waiting' });
  });
});
