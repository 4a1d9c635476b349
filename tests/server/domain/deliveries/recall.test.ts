import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import type { DeliveryState } from '#/server/platform/db/tables/deliveries.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { moveDelivery } from '#/server/domain/deliveries/moveDelivery.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { bringTo, deliveriesOf, goodsInGame } from '../../../support/players/deliveries.ts';
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

const goods = () => goodsInGame(app, player.accountId);
const last = async () => (await deliveriesOf(app, player.accountId)).at(-1)!;
const charge = (round: number) =>
  applyPaymentEvent(app, order, 'chargedBack', { causeRef: `${order}-${round}` });
const win = (round: number) => applyPaymentEvent(app, order, 'disputeWon', { causeRef: `${order}-${round}` });

describe('D10 money that goes back', () => {
  test.each<[DeliveryState, string[]]>([
    ['waiting', ['give 1 unban cancelled']],
    ['failed', ['give 1 unban cancelled']],
    ['leased', ['give 1 unban cancelling']],
    ['done', ['give 1 unban done', 'revoke 1 unban waiting']],
    ['unknown', ['give 1 unban unknown']],
    ['cancelled', ['give 1 unban cancelled']],
  ])('calls off or revokes what is %s', async (state, expected) => {
    await bringTo(app, (await last()).id, state);
    await charge(1);
    expect(await goods()).toEqual(expected);
  });

  test.each<DeliveryState>(['leased', 'unknown'])(
    'says of what is %s that its money is back',
    async (state) => {
      const { id } = await last();
      await bringTo(app, id, state);
      await charge(1);
      expect((await last()).recalledAt).toEqual(app.deps.now());
    },
  );

  test.each<DeliveryState>(['waiting', 'leased', 'done', 'failed', 'unknown'])(
    'a refund and a charge-back of what is %s take once',
    async (state) => {
      await bringTo(app, (await last()).id, state);
      await applyPaymentEvent(app, order, 'refunded');
      const once = await goods();
      await applyPaymentEvent(app, order, 'chargedBack');
      expect(await goods()).toEqual(once);
    },
  );
});

describe('D12 a won dispute', () => {
  test.each<[DeliveryState, string[]]>([
    ['waiting', ['give 1 unban cancelled', 'give 1 unban waiting']],
    ['failed', ['give 1 unban cancelled', 'give 1 unban waiting']],
    // the game decides whether it has it
    ['leased', ['give 1 unban cancelling']],
    // an operator decides whether the game has it
    ['unknown', ['give 1 unban unknown']],
    // the game has it still
    ['done', ['give 1 unban done', 'revoke 1 unban cancelled']],
  ])('gives again what was %s, under a new id', async (state, expected) => {
    await bringTo(app, (await last()).id, state);
    await charge(1);
    await win(1);
    expect(await goods()).toEqual(expected);
  });

  test('gives again what the game had taken back, and only that', async () => {
    await bringTo(app, (await last()).id, 'done');
    await charge(1);
    await bringTo(app, (await last()).id, 'done');
    await win(1);
    expect(await goods()).toEqual(['give 1 unban done', 'revoke 1 unban done', 'give 1 unban waiting']);
  });

  test('gives nothing again for what the game had no more', async () => {
    await bringTo(app, (await last()).id, 'done');
    await charge(1);
    const { id } = await last();
    await bringTo(app, id, 'leased');
    await withTx(app.pool, async (tx) =>
      moveDelivery(tx, app.deps, await last(), 'done', { actor: 'game', set: { taken: 0 } }),
    );
    await win(1);
    expect(await goods()).toEqual(['give 1 unban done', 'revoke 1 unban done']);
  });

  test('after which a second charge-back takes it back again, and so on', async () => {
    await bringTo(app, (await last()).id, 'done');
    for (const round of [1, 2, 3]) {
      await charge(round);
      expect((await goods()).at(-1)).toBe('revoke 1 unban waiting');
      await win(round);
      expect((await goods()).at(-1)).toBe('revoke 1 unban cancelled');
    }
    await charge(4);
    await bringTo(app, (await last()).id, 'done');
    await win(4);
    expect((await goods()).at(-1)).toBe('give 1 unban waiting');
    await charge(5);
    expect((await goods()).at(-1)).toBe('give 1 unban cancelled');
  });
});
