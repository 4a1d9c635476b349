import { afterAll, afterEach, beforeAll, expect, describe, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { decideDelivery } from '#/server/domain/deliveries/decideDelivery.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { createMember } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let adapter: GameAdapter;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
  adapter = new GameAdapter(app, await gameKeyOf(app));
  await adapter.hello();
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

/** A player buys something, and the game gets it. @returns its number */
async function buyAndLease(): Promise<number> {
  const player = await createMember(app);
  await adapter.work({ joined: [{ player: player.login }], max: 0 });
  const order = await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(app, order, 'paid');
  const [delivery] = await adapter.work();
  return delivery!.no;
}

describe('D19 what was not given, as an operator decides,', () => {
  const decideNotGiven = (no: number) =>
    withTx(app.pool, (tx) => decideDelivery(tx, app.deps, { no, decision: 'notGiven', reason: 'looked' }));
  async function notGiven(): Promise<number> {
    const no = await buyAndLease();
    await adapter.report({ no, outcome: 'unknown' });
    await decideNotGiven(no);
    return no;
  }

  test('is begun anew, and the decision does not cover what was begun under it', async () => {
    const no = await notGiven();
    expect(await adapter.work()).toMatchObject([{ no, attempt: 2, notGivenThrough: 1 }]);
    await adapter.report({ no, attempt: 2, outcome: 'unknown' });
    expect(await adapter.work()).toEqual([]);
    await decideNotGiven(no);
    expect(await adapter.work()).toMatchObject([{ no, attempt: 3, notGivenThrough: 2 }]);
    await adapter.report({ no, attempt: 3, outcome: 'done' });
  });

  test('comes with the decision again if the answer was lost, and covers no attempt more', async () => {
    const no = await notGiven();
    expect(await adapter.work()).toMatchObject([{ no, attempt: 2, notGivenThrough: 1 }]);
    // the answer is lost on the line, or the game is killed after it has begun: the site cannot tell
    app.advanceMs(60_000);
    expect(await adapter.work()).toMatchObject([{ no, attempt: 3, notGivenThrough: 1 }]);
    await adapter.report({ no, attempt: 3, outcome: 'retry', code: 'busy' });
    app.advanceMs(5 * 60_000);
    expect(await adapter.work()).toMatchObject([{ no, attempt: 4, notGivenThrough: 1 }]);
    await adapter.report({ no, attempt: 4, outcome: 'done' });
  });

  test('is not unknown again because the game repeats what it said before the decision', async () => {
    const no = await notGiven();
    expect(await adapter.work()).toMatchObject([{ no, attempt: 2, notGivenThrough: 1 }]);
    // its answer was lost, so it comes again
    const repeated = await adapter.call('report', { results: [{ no, attempt: 1, outcome: 'unknown' }] });
    expect(repeated).toMatchObject({ results: [{ no, as: 'stale' }] });
    const done = await adapter.call('report', { results: [{ no, attempt: 2, outcome: 'done' }] });
    expect(done).toMatchObject({ results: [{ no, as: 'recorded' }] });
  });

  test('keeps the decision when it fails for another reason and is tried again', async () => {
    const no = await notGiven();
    await adapter.work();
    await adapter.report({ no, attempt: 2, outcome: 'rejected', code: 'unknown_code' });
    await withTx(app.pool, (tx) =>
      decideDelivery(tx, app.deps, { no, decision: 'retry', reason: 'the code is there now' }),
    );
    expect(await adapter.work()).toMatchObject([{ no, attempt: 3, notGivenThrough: 1 }]);
    await adapter.report({ no, attempt: 3, outcome: 'done' });
  });

  test('is unknown anew when it is called off before the game received the later attempt', async () => {
    const no = await notGiven();
    // the answer is lost on the line
    await adapter.work();
    await withTx(app.pool, (tx) =>
      decideDelivery(tx, app.deps, { no, decision: 'cancel', reason: 'sold by mistake' }),
    );
    const answered = await adapter.call('report', { results: [{ no, attempt: 1, outcome: 'unknown' }] });
    expect(answered).toMatchObject({ results: [{ no, as: 'recorded' }] });
    await decideNotGiven(no);
  });
});
