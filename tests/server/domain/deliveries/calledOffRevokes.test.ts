import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GameResult } from '#/contract/game.ts';
import type { DeliveryDecision } from '#/contract/operator/deliveries.ts';
import { recordResults } from '#/server/areas/game/recordResults.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { decideDelivery } from '#/server/domain/deliveries/decideDelivery.ts';
import { deliver } from '#/server/domain/deliveries/deliver.ts';
import { deliveriesFor, orderIdOf } from '#/server/domain/deliveries/deliveriesFor.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { bringTo, deliveriesOf, goodsInGame } from '../../../support/players/deliveries.ts';
import {
  applyPaymentEvent,
  balanceOf,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';

let app: TestApp;
let player: Player;
let order: string;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  player = await createPlayer(app.deps);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const goods = () => goodsInGame(app, player.accountId);
const last = async () => (await deliveriesOf(app, player.accountId)).at(-1)!;
const debt = () => balanceOf(app, player.accountId, 'debt');
const refund = (round: number) =>
  applyPaymentEvent(app, order, 'refunded', { causeRef: `${order}-${round}` });
const fail = (round: number) =>
  applyPaymentEvent(app, order, 'refundFailed', { causeRef: `${order}-${round}` });

/** Pays for pieces, which the game gives. */
const given = async (pieces = 1) => {
  const service = { product_type: 'Services', goods_id: GOOD.service, product_qty: pieces };
  order = await pendingOrder(app, player, service);
  await applyPaymentEvent(app, order, 'paid');
  await bringTo(app, (await last()).id, 'done');
};

/** The game reports the result of a delivery that it holds. */
const say = async (no: number, result: Pick<GameResult, 'outcome' | 'taken'>) => {
  const reporter = { serverKey: 'everest', ledgerId: 'test-ledger' };
  expect(await recordResults(app.deps, reporter, [{ no, attempt: 1, ...result }])).toEqual([
    { no, as: 'recorded' },
  ]);
};

/** The game takes the newest delivery and reports how many pieces it found. */
const take = async (taken: number) => {
  const { id } = await last();
  await bringTo(app, id, 'leased');
  await say(id, { outcome: 'done', taken });
};

const decide = (no: number, decision: DeliveryDecision) =>
  withTx(app.pool, (tx) => decideDelivery(tx, app.deps, { no, decision, reason: 'asked' }));

describe('D11 pieces that a revoke did not find', () => {
  test('are owed again after each refund', async () => {
    await given();
    await refund(1);
    await take(0);
    expect(await debt()).toBe(-25);
    for (const round of [1, 2]) {
      await fail(round);
      expect(await debt()).toBe(0);
      await refund(round + 1);
      expect(await debt()).toBe(-25);
    }
    expect(await goods()).toEqual(['give 1 unban done', 'revoke 1 unban done']);
  });

  test('are owed once, together with those that the next revoke does not find', async () => {
    await given(3);
    await refund(1);
    await take(1);
    expect(await debt()).toBe(-50);
    await fail(1);
    await bringTo(app, (await last()).id, 'done');
    await refund(2);
    expect(await debt()).toBe(-50);
    await take(0);
    expect(await debt()).toBe(-75);
  });
});

describe('D12 a revoke that the game has begun when the refund fails', () => {
  let no: number;
  beforeEach(async () => {
    await given(3);
    await refund(1);
    no = (await last()).id;
    await bringTo(app, no, 'leased');
    await fail(1);
    expect(await goods()).toEqual(['give 3 unban done', 'revoke 3 unban cancelling']);
  });

  test.each([
    ['found nothing', { outcome: 'done', taken: 0 }, ['revoke 3 unban done']],
    ['found some', { outcome: 'done', taken: 2 }, ['revoke 3 unban done', 'give 2 unban waiting']],
    ['found all', { outcome: 'done' }, ['revoke 3 unban done', 'give 3 unban waiting']],
    ['was called off', { outcome: 'cancelled' }, ['revoke 3 unban cancelled']],
  ] as const)('%s: the player has what they paid for, once', async (_, result, ends) => {
    await say(no, result);
    expect(await goods()).toEqual(['give 3 unban done', ...ends]);
    expect(await debt()).toBe(0);
  });

  test.each([
    ['given', ['revoke 3 unban done', 'give 3 unban waiting']],
    ['notGiven', ['revoke 3 unban cancelled']],
  ] as const)(
    'and an operator finds it %s: the player has what they paid for, once',
    async (decision, ends) => {
      await say(no, { outcome: 'unknown' });
      await decide(no, decision);
      expect(await goods()).toEqual(['give 3 unban done', ...ends]);
    },
  );

  test('takes after a second refund what it finds, and the rest is owed', async () => {
    await refund(2);
    await say(no, { outcome: 'done', taken: 1 });
    expect(await goods()).toEqual(['give 3 unban done', 'revoke 3 unban done']);
    expect(await debt()).toBe(-50);
    await fail(2);
    expect((await goods()).at(-1)).toBe('give 1 unban waiting');
    expect(await debt()).toBe(0);
  });

  test('is written again if the money went back once more and the game had not taken it', async () => {
    await refund(2);
    await say(no, { outcome: 'cancelled' });
    expect(await goods()).toEqual([
      'give 3 unban done',
      'revoke 3 unban cancelled',
      'revoke 3 unban waiting',
    ]);
    await fail(2);
    expect((await goods()).at(-1)).toBe('revoke 3 unban cancelled');
  });
});

describe('D12 what an operator decided while the money was back', () => {
  test('a revoke that was cancelled leaves the thing to the player, and no second one comes', async () => {
    await given();
    await refund(1);
    await decide((await last()).id, 'cancel');
    await fail(1);
    expect(await goods()).toEqual(['give 1 unban done', 'revoke 1 unban cancelled']);
  });

  test('a give that was unknown and is found given stays, and no second one comes', async () => {
    const service = { product_type: 'Services', goods_id: GOOD.service };
    order = await pendingOrder(app, player, service);
    await applyPaymentEvent(app, order, 'paid');
    const { id } = await last();
    await bringTo(app, id, 'unknown');
    await refund(1);
    await fail(1);
    await decide(id, 'given');
    expect(await goods()).toEqual(['give 1 unban done']);
  });
});

test('D10 a refund takes again what the game had left to the player because the one before had failed', async () => {
  await given();
  await refund(1);
  const { id } = await last();
  await bringTo(app, id, 'leased');
  await fail(1);
  await say(id, { outcome: 'cancelled' });
  expect(await refund(2)).toBe('refunded');
  expect(await goods()).toEqual(['give 1 unban done', 'revoke 1 unban cancelled', 'revoke 1 unban waiting']);
});

test('D10 a refund takes all that the player has of a code, also if an operator left them two', async () => {
  await given();
  const { accountId, serverKey, code, reason, refType, refId } = await last();
  await refund(1);
  await decide((await last()).id, 'cancel');
  await fail(1);
  const second = { accountId, serverKey, kind: 'give', code, count: 1, reason, refType } as const;
  await withTx(app.pool, (tx) => deliver(tx, app.deps, { ...second, refId: `${refId}:2` }));
  await bringTo(app, (await last()).id, 'done');
  const kept = ['give 1 unban done', 'revoke 1 unban cancelled', 'give 1 unban done'];
  expect(await goods()).toEqual(kept);
  expect(await refund(2)).toBe('refunded');
  expect(await goods()).toEqual([...kept, 'revoke 1 unban waiting', 'revoke 1 unban waiting']);
  const listed = await deliveriesFor(app.deps.db, [orderIdOf(await last())]);
  expect(listed).toHaveLength(5);
  for (const revoke of (await deliveriesOf(app, player.accountId)).slice(-2))
    await bringTo(app, revoke.id, 'done');
  expect(await fail(2)).toBe('granted');
  expect((await goods()).at(-1)).toBe('give 2 unban waiting');
});
