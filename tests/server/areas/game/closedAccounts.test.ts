import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { PASSWORD } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { deliveriesOf, goodsInGame } from '../../../support/players/deliveries.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { forgetGames, GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

const SERVICE = { product_type: 'Services', goods_id: GOOD.service };
const PREMIUM = { product_type: 'Premium', goods_id: GOOD.premium };

let app: TestApp;
let adapter: GameAdapter;
let player: Member;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  await forgetGames(app);
  player = await createMember(app);
  adapter = new GameAdapter(app, await gameKeyOf(app));
  await adapter.hello();
  await adapter.work({ joined: [{ player: player.login }], max: 0 });
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const deleteAccount = async () =>
  expect(
    await app.inject({
      method: 'DELETE',
      url: '/api/v1/user',
      headers: player.headers,
      payload: { password: PASSWORD },
    }),
  ).toMatchObject({ statusCode: 200 });

async function buy(goods: object): Promise<string> {
  const order = await pendingOrder(app, player, goods);
  await applyPaymentEvent(app, order, 'paid');
  return order;
}

/** Hands over what waits. */
async function handOver(): Promise<void> {
  for (const { no, attempt } of await adapter.work()) await adapter.report({ no, attempt, outcome: 'done' });
}

describe('C10 D10 what the game must take back from a deleted account', () => {
  test('is still taken back, from the player who has it', async () => {
    const order = await buy(SERVICE);
    await handOver();
    await applyPaymentEvent(app, order, 'chargedBack');
    await deleteAccount();
    const [revoke] = await adapter.work();
    expect(revoke).toMatchObject({ kind: 'revoke', player: { player: player.login } });
    const { no, attempt } = revoke!;
    await adapter.report({ no, attempt, outcome: 'retry', code: 'offline' });
    expect((await deliveriesOf(app, player.accountId)).at(-1)).toMatchObject({
      state: 'waiting',
      handedTo: { player: player.login },
    });
  });

  test('is forgotten with the player when it is taken back', async () => {
    const order = await buy(SERVICE);
    await handOver();
    await applyPaymentEvent(app, order, 'chargedBack');
    await deleteAccount();
    await handOver();
    const rows = await deliveriesOf(app, player.accountId);
    expect(rows.map(({ state, handedTo }) => [state, handedTo])).toEqual([
      ['done', null],
      ['done', null],
    ]);
  });

  test('does not keep what was not given yet', async () => {
    await buy(SERVICE);
    await deleteAccount();
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 1 unban cancelled']);
    expect(await adapter.work()).toEqual([]);
  });

  test('D13 includes its Premium', async () => {
    const order = await buy(PREMIUM);
    await handOver();
    await applyPaymentEvent(app, order, 'chargedBack');
    await deleteAccount();
    expect(await adapter.work()).toMatchObject([
      { kind: 'set', code: 'premium', params: { until: null }, player: { player: player.login } },
    ]);
  });

  test('D13 leaves out a Premium of which the game never heard', async () => {
    await buy(PREMIUM);
    await deleteAccount();
    expect(await adapter.work()).toEqual([]);
  });
});
