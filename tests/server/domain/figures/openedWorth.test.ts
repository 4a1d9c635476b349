import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFigures } from '#/server/domain/figures/checkFigures.ts';
import { countFigures } from '#/server/domain/figures/countFigures.ts';
import { createPlayer, open, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Five cases for 9 euro: 18 OC a piece, in hundredths. */
const WORTH = 1800;

let app: TestApp;
let player: Player;
beforeEach(async () => {
  app = await createTestApp();
  useFakeProvider(app);
  player = await createPlayer(app.deps);
});
afterEach(() => app.close());

/** Buys five pieces. @returns the public id of the order */
async function fiveCases(): Promise<string> {
  const id = await pendingOrder(app, player, { product_type: 'casesItem', goods_id: GOOD.fiveCases });
  await applyPaymentEvent(app, id, 'paid');
  return id;
}

async function openPieces(count: number): Promise<void> {
  for (let at = 0; at < count; at++) expect((await open(app, player, { case_id: 1 })).statusCode).toBe(200);
}

/** The counted openings, and their worth. */
async function counted(): Promise<number[]> {
  await countFigures(app.deps);
  const { rows } = await app.pool.query<{ openings: string; worth: string }>(`SELECT
    coalesce(sum(value) FILTER (WHERE metric = 'openings'), 0) AS openings,
    coalesce(sum(value) FILTER (WHERE metric = 'openedWorth'), 0) AS worth FROM day_sums`);
  return [Number(rows[0]!.openings), Number(rows[0]!.worth)];
}

/** The differences that the check of the following night finds. */
async function differences(): Promise<number> {
  app.advanceMs(DAY_MS);
  await countFigures(app.deps);
  await checkFigures(app.deps);
  const { rows } = await app.pool.query<{ found: number }>('SELECT differences AS found FROM day_sum_checks');
  expect(rows).toHaveLength(1);
  return rows[0]!.found;
}

test('O24 the pieces that a won dispute gave back are counted when they are opened', async () => {
  const id = await fiveCases();
  await applyPaymentEvent(app, id, 'chargedBack');
  await applyPaymentEvent(app, id, 'disputeWon', { causeRef: `chargedBack-${id}` });
  await openPieces(1);
  expect(await counted()).toEqual([1, WORTH]);
  expect(await differences()).toBe(0);
});

test('O24 a refund of opened cases changes neither their worth nor that of the pieces it gives back', async () => {
  const id = await fiveCases();
  await openPieces(2);
  expect(await counted()).toEqual([2, 2 * WORTH]);
  await applyPaymentEvent(app, id, 'refunded');
  await applyPaymentEvent(app, id, 'refundFailed', { causeRef: `refunded-${id}`, eventId: `failed-${id}` });
  await openPieces(3);
  expect(await counted()).toEqual([5, 5 * WORTH]);
  const refunded = await fiveCases();
  await openPieces(2);
  expect(await counted()).toEqual([7, 7 * WORTH]);
  await applyPaymentEvent(app, refunded, 'refunded');
  expect(await differences()).toBe(0);
});
