import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BULK_MOST, DELIVERIES_PAGE_ROWS } from '#/contract/operator/deliveries.ts';
import type { OrderReply } from '#/contract/operator/orders.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { recordResult } from '#/server/domain/deliveries/results.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { DeliveryDesk } from '../../../../support/desks/deliveryDesk.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { loginOf } from '../../../../support/players/shopping.ts';

const HOUR_MS = 60 * 60_000;

let site: TestApp;
let desk: DeliveryDesk;
beforeAll(async () => {
  site = await createTestApp();
  desk = new DeliveryDesk(site);
  await desk.signIn();
});
afterAll(() => site.close());

const { deliveries, matchingDeliveries } = operatorCalls;
const list = async (query: Record<string, string> = {}) =>
  (await desk.operator.browser.call(deliveries, { query })).json();
const idsOf = async (query: Record<string, string>) =>
  (await list(query)).deliveries.map(({ id }: { id: number }) => id);

/** The number of an order for people. */
async function numberOf(order: string): Promise<string> {
  const { rows } = await site.pool.query('SELECT number FROM orders WHERE public_id = $1', [order]);
  return rows[0].number as string;
}

describe('D19 O10 the list of deliveries', () => {
  test('D19 each filter finds what it names, and all of them together', async () => {
    const old = await desk.bought('waiting');
    await desk.signIn();
    site.advanceMs(25 * HOUR_MS);
    await desk.signIn();
    const made = {
      waiting: await desk.bought('waiting'),
      done: await desk.bought('done'),
      cancelled: await desk.bought('cancelled'),
      failed: await desk.bought('failed'),
      unknown: await desk.bought('unknown'),
    };
    for (const [state, { no, order, player }] of Object.entries(made)) {
      const account = String(player.accountId);
      for (const query of [
        { player: account, state },
        { order },
        { order: (await numberOf(order)).toLowerCase() },
        { player: account, server: 'everest', code: 'unban' },
        { order, state, server: 'everest', code: 'unban', player: account },
      ])
        expect(await idsOf(query), JSON.stringify(query)).toEqual([no]);
      for (const query of [
        { player: account, server: 'fuji' },
        { player: account, code: 'garage' },
        { order, state: 'leased' },
        { order, openForHours: '24' },
      ])
        expect(await idsOf(query), JSON.stringify(query)).toEqual([]);
    }
    const all = [old, ...Object.values(made)].map(({ no }) => no).toReversed();
    expect(await idsOf({})).toEqual(all);
    expect(await idsOf({ server: 'everest' })).toEqual(all);
    expect(await idsOf({ code: 'unban' })).toEqual(all);
    expect(await idsOf({ mark: 'trouble' })).toEqual([made.unknown.no, made.failed.no]);
    expect(await idsOf({ mark: 'open' })).toEqual([made.unknown.no, made.failed.no, made.waiting.no, old.no]);
    expect(await idsOf({ openForHours: '24' })).toEqual([old.no]);
    expect(await idsOf({ openForHours: '168' })).toEqual([]);
    await site.pool.query('UPDATE deliveries SET ready_at = $2 WHERE id = $1', [
      made.waiting.no,
      site.deps.now(),
    ]);
    // no server was ever heard
    for (const mark of ['ready', 'silent']) expect(await idsOf({ mark }), mark).toEqual([made.waiting.no]);
  });

  test('D19 pages of 50 lead to older and newer ones, whatever is filtered', async () => {
    const failed = (await desk.failedOnes(DELIVERIES_PAGE_ROWS * 2 + 5, 'many')).map(({ no }) => no);
    const newest = failed.toReversed();
    for (const filter of [{ code: 'many' }, { code: 'many', state: 'failed' }]) {
      const first = await list(filter);
      expect(first.after).toBeNull();
      const second = await list({ ...filter, before: String(first.before) });
      const third = await list({ ...filter, before: String(second.before) });
      expect(third.before).toBeNull();
      const ids = [first, second, third].flatMap((page) =>
        page.deliveries.map(({ id }: { id: number }) => id),
      );
      expect(ids).toEqual(newest);
      expect(await idsOf({ ...filter, after: String(third.after) })).toEqual(newest.slice(50, 100));
    }
  });

  test('D19 what a bulk act would be about is counted first: the oldest, at most 500', async () => {
    const chosen = await desk.failedOnes(BULK_MOST + 1, 'very_many');
    const query = { code: 'very_many', decision: 'retry' };
    const found = (await desk.operator.browser.call(matchingDeliveries, { query })).json();
    expect(found).toEqual({ deliveries: chosen.slice(0, BULK_MOST), hasMore: true });
    const none = { code: 'very_many', decision: 'given' };
    expect((await desk.operator.browser.call(matchingDeliveries, { query: none })).json()).toEqual({
      deliveries: [],
      hasMore: false,
    });
  });

  test.each<Record<string, string>>([
    { state: 'lost' },
    { before: '0' },
    { code: 'a b' },
    { order: '../x' },
    { openForHours: '2' },
    { player: "1' OR 1=1" },
  ])('D19 %o is refused', async (query) => {
    const answer = await desk.operator.browser.call(deliveries, { query });
    expect(codeOf(answer)).toBe('badRequest');
  });
});

describe('D19 O10 the page of a delivery', () => {
  test("D19 shows its contents, player and order, and every transition with the game's report", async () => {
    const viewer = await createOperator(site, 'viewer');
    const { no, order, player } = await desk.bought('failed');
    await site.pool.query(
      `UPDATE deliveries SET outcome = 'rejected:no_character', detail = 'no row 7' WHERE id = $1`,
      [no],
    );
    const login = await loginOf(site, player);
    expect(await desk.show(no, viewer)).toMatchObject({
      id: no,
      order,
      orderNumber: await numberOf(order),
      player: { id: player.accountId, login },
      server: 'everest',
      kind: 'give',
      code: 'unban',
      state: 'failed',
      stage: 'noCharacter',
      attempt: 1,
      outcome: 'rejected:no_character',
      detail: 'no row 7',
      cause: { reason: 'order', type: 'order' },
      decisions: ['retry', 'cancel', 'byHand'],
      timeline: [
        { kind: 'move', from: null, to: 'waiting', actor: 'site' },
        { kind: 'move', from: 'waiting', to: 'leased', attempt: 1 },
        { kind: 'move', from: 'leased', to: 'failed', actor: 'game' },
      ],
    });
  });

  test('D19 shows the report at the move that it belongs to, on the page of its order too', async () => {
    const { no, order } = await desk.bought('leased');
    const ledger = await site.pool.query<{ id: string }>(
      'SELECT ledger_id AS id FROM deliveries WHERE id = $1',
      [no],
    );
    const reporter = { serverKey: 'everest', ledgerId: ledger.rows[0]!.id };
    await withTx(site.pool, (tx) =>
      recordResult(tx, site.deps, reporter, {
        no,
        attempt: 1,
        outcome: 'rejected',
        code: 'no_character',
        proof: 'no row 7',
      }),
    );
    await desk.decide(no, 'cancel');
    const reports = [null, null, 'no row 7', null];
    expect((await desk.show(no)).timeline.map((line) => 'detail' in line && line.detail)).toEqual(reports);
    const page = await desk.operator.browser.call(operatorCalls.order, { params: { id: order } });
    const lines = page
      .json<OrderReply>()
      .timeline.flatMap((line) => (line.kind === 'delivery' ? [line.detail] : []));
    expect(lines).toEqual(reports);
  });

  test('D19 a revoke and what it takes back name each other', async () => {
    const { no, order } = await desk.bought('done');
    await site.pool.query(
      `INSERT INTO deliveries (public_id, account_id, server_key, kind, code, count, reason, ref_type, ref_id, revokes_id,
          created_at) SELECT gen_random_uuid(), account_id, server_key, 'revoke', code, 1, reason, ref_type, ref_id, id,
          created_at FROM deliveries WHERE id = $1`,
      [no],
    );
    const { revokedBy } = await desk.show(no);
    expect(revokedBy).toHaveLength(1);
    expect(await desk.show(revokedBy[0]!)).toMatchObject({ kind: 'revoke', revokes: no, order });
  });
});
