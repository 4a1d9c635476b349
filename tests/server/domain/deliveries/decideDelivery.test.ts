import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { DELIVERY_DECISIONS, type DeliveryDecision } from '#/contract/operator/deliveries.ts';
import { decideDelivery } from '#/server/domain/deliveries/decideDelivery.ts';
import type { DeliveryState } from '#/server/platform/db/tables/deliveries.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { bringTo, deliveriesOf, goodsInGame } from '../../../support/players/deliveries.ts';
import { auditOf } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';

let app: TestApp;
let player: Player;
let order: string;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  player = await createPlayer(app.deps);
  order = await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(app, order, 'paid');
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const no = async () => (await deliveriesOf(app, player.accountId))[0]!.id;
const decide = async (decision: DeliveryDecision) => {
  const decided = { no: await no(), decision, reason: 'as the log of the game says' };
  return withTx(app.pool, (tx) => decideDelivery(tx, app.deps, decided));
};

describe('D19 an operator', () => {
  test.each<[DeliveryDecision, DeliveryState, DeliveryState]>([
    ['retry', 'failed', 'waiting'],
    ['cancel', 'waiting', 'cancelled'],
    ['cancel', 'leased', 'cancelling'],
    ['cancel', 'failed', 'cancelled'],
    ['byHand', 'waiting', 'done'],
    ['byHand', 'failed', 'done'],
    ['given', 'unknown', 'done'],
    ['notGiven', 'unknown', 'waiting'],
  ])('by %s brings what is %s to %s, with reason and audit', async (decision, from, to) => {
    await bringTo(app, await no(), from);
    expect((await decide(decision)).state).toBe(to);
    expect(await auditOf(app, player.accountId)).toContain('deliveryDecided');
    const { rows } = await app.pool.query<{ actor: string; reason: string }>(
      'SELECT actor, reason FROM delivery_moves WHERE delivery_id = $1 ORDER BY version DESC LIMIT 1',
      [await no()],
    );
    expect(rows).toEqual([{ actor: 'operator', reason: 'as the log of the game says' }]);
  });

  test.each<[DeliveryState, DeliveryDecision[]]>([
    ['done', [...DELIVERY_DECISIONS]],
    ['cancelled', [...DELIVERY_DECISIONS]],
    ['leased', ['retry', 'byHand', 'given', 'notGiven']],
    ['unknown', ['retry', 'cancel', 'byHand']],
    ['waiting', ['retry', 'given', 'notGiven']],
  ])('decides nothing of what is %s that its state does not allow', async (state, decisions) => {
    await bringTo(app, await no(), state);
    for (const decision of decisions)
      await expect(decide(decision)).rejects.toThrow(`The delivery is ${state}`);
    expect(await goodsInGame(app, player.accountId)).toEqual([`give 1 unban ${state}`]);
  });

  test('who says "given" of what was paid back has it revoked; who says "not given" ends it', async () => {
    await bringTo(app, await no(), 'unknown');
    await applyPaymentEvent(app, order, 'refunded');
    await decide('given');
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 unban done', 'revoke 1 unban waiting']);
    player = await createPlayer(app.deps);
    order = await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service });
    await applyPaymentEvent(app, order, 'paid');
    await bringTo(app, await no(), 'unknown');
    await applyPaymentEvent(app, order, 'refunded');
    await decide('notGiven');
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 unban cancelled']);
  });

  test('and another at once decide once', async () => {
    await bringTo(app, await no(), 'unknown');
    const both = await Promise.allSettled([decide('given'), decide('notGiven')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('D10 may leave to the player what a refund would take back', async () => {
    await bringTo(app, await no(), 'done');
    await applyPaymentEvent(app, order, 'refunded');
    const revoke = (await deliveriesOf(app, player.accountId)).at(-1)!;
    const decided = { no: revoke.id, decision: 'cancel', reason: 'goodwill' } as const;
    await withTx(app.pool, (tx) => decideDelivery(tx, app.deps, decided));
    expect(await goodsInGame(app, player.accountId)).toEqual([
      'give 1 unban done',
      'revoke 1 unban cancelled',
    ]);
  });
});
