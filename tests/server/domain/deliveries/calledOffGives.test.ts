import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GameResult } from '#/contract/game.ts';
import type { DeliveryDecision } from '#/contract/operator/deliveries.ts';
import { recordResults } from '#/server/areas/game/recordResults.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { decideDelivery } from '#/server/domain/deliveries/decideDelivery.ts';
import { stageFor } from '#/server/domain/deliveries/playerDeliveries.ts';
import { acceptLedger } from '#/server/domain/gameServers/ledgers.ts';
import { gameLedgers } from '#/server/platform/db/tables/game.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { bringTo, deliveriesOf, goodsInGame } from '../../../support/players/deliveries.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';

let app: TestApp;
let player: Player;
let order: string;
/** Number of the give that the game holds while its payment is refunded. */
let no: number;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  player = await createPlayer(app.deps);
  const service = { product_type: 'Services', goods_id: GOOD.service, product_qty: 2 };
  order = await pendingOrder(app, player, service);
  await applyPaymentEvent(app, order, 'paid');
  no = (await deliveriesOf(app, player.accountId))[0]!.id;
  await bringTo(app, no, 'leased');
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const goods = () => goodsInGame(app, player.accountId);
const refund = (round: number) =>
  applyPaymentEvent(app, order, 'refunded', { causeRef: `${order}-${round}` });
const fail = (round: number) =>
  applyPaymentEvent(app, order, 'refundFailed', { causeRef: `${order}-${round}` });
const say = async (outcome: GameResult['outcome']) => {
  const reporter = { serverKey: 'everest', ledgerId: 'test-ledger' };
  expect(await recordResults(app.deps, reporter, [{ no, attempt: 1, outcome }])).toEqual([
    { no, as: 'recorded' },
  ]);
};
const decide = (decision: DeliveryDecision) =>
  withTx(app.pool, (tx) => decideDelivery(tx, app.deps, { no, decision, reason: 'asked' }));

describe('D12 a give that the game may have when the refund fails', () => {
  beforeEach(async () => {
    await refund(1);
    await fail(1);
    expect(await goods()).toEqual(['give 2 unban cancelling']);
    expect(await stageFor(app.deps, no)).toBe('unclear');
  });

  test.each<[GameResult['outcome'], string[]]>([
    ['done', ['give 2 unban done']],
    ['cancelled', ['give 2 unban cancelled', 'give 2 unban waiting']],
  ])('and is %s: the player has what they paid for, once', async (outcome, ends) => {
    await say('saving');
    await say(outcome);
    expect(await goods()).toEqual(ends);
  });

  test.each([
    ['given', ['give 2 unban done']],
    ['notGiven', ['give 2 unban waiting']],
  ] as const)('and an operator finds it %s: the player has it once', async (decision, ends) => {
    await say('unknown');
    await decide(decision);
    expect(await goods()).toEqual(ends);
  });

  test('and whose ledger is lost waits for an operator, and is not revoked', async () => {
    const at = app.deps.now();
    const ledger = { id: `ledger of ${no}`, serverKey: 'everest', head: 0, firstSeenAt: at };
    await app.deps.db.insert(gameLedgers).values(ledger);
    const accepted = { serverKey: 'everest', id: ledger.id, reason: 'disk', isDryRun: false };
    await withTx(app.pool, (tx) => acceptLedger(tx, app.deps, accepted));
    await decide('given');
    expect(await goods()).toEqual(['give 2 unban done']);
  });

  test.each([
    ['done', ['give 2 unban done', 'revoke 2 unban waiting']],
    ['cancelled', ['give 2 unban cancelled']],
  ] as const)('is taken after a second refund if it is %s', async (outcome, ends) => {
    await refund(2);
    expect(await stageFor(app.deps, no)).toBe('callingOff');
    await say(outcome);
    expect(await goods()).toEqual(ends);
  });

  test('is decided by the game also after a second refund that fails', async () => {
    await refund(2);
    await fail(2);
    await say('cancelled');
    expect(await goods()).toEqual(['give 2 unban cancelled', 'give 2 unban waiting']);
  });
});

test('D12 what an operator called off is not given again because a refund has failed', async () => {
  await decide('cancel');
  await refund(1);
  await fail(1);
  await say('cancelled');
  expect(await goods()).toEqual(['give 2 unban cancelled']);
});
