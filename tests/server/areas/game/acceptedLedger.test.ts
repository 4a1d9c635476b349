import type { PoolClient } from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { callOffDue, leaseReady } from '#/server/domain/deliveries/leases.ts';
import { acceptLedger, type LedgerChange } from '#/server/domain/gameServers/ledgers.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { deliveriesOf } from '../../../support/players/deliveries.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf, forgetGames } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let adapter: GameAdapter;
let next: GameAdapter;
let player: Member;
/** The transaction that is held open while the other one comes. */
let open: PoolClient;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  await forgetGames(app);
  const key = await gameKeyOf(app);
  adapter = new GameAdapter(app, key);
  next = new GameAdapter(app, key);
  await adapter.hello();
  await app.pool.query(
    `INSERT INTO game_ledgers (id, server_key, head, first_seen_at) VALUES ($1, 'everest', 0, now())`,
    [next.ledger],
  );
  player = await createMember(app);
  await adapter.work({ joined: [{ player: player.login }], max: 0 });
  const service = { product_type: 'Services', goods_id: GOOD.service };
  await applyPaymentEvent(app, await pendingOrder(app, player, service), 'paid');
  open = await app.pool.connect();
  await open.query('BEGIN');
});
afterEach(async () => {
  open.release();
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

/** What the poll of the first ledger does once the site has heard it. */
const lease = (pool: Pick<PoolClient, 'query'>) => {
  const { ledger: ledgerId, instance: instanceId } = adapter;
  return leaseReady({ pool, now: app.deps.now }, { serverKey: 'everest', ledgerId, instanceId, max: 50 });
};
const accept = (client: PoolClient): Promise<LedgerChange | undefined> =>
  acceptLedger(drizzle(client), app.deps, {
    serverKey: 'everest',
    id: next.ledger,
    reason: 'disk',
    isDryRun: false,
  });

/** Waits until the other transaction waits for the open one. */
const itWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await app.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(1);

describe('D6 while another ledger is accepted', () => {
  test('a lease to the one before waits and gets nothing, and the new one gets it', async () => {
    await accept(open);
    const leased = lease(app.pool);
    await itWaits();
    await open.query('COMMIT');
    expect(await leased).toEqual([]);
    app.advanceMs(60_000);
    await next.hello();
    const [given] = await next.work({ joined: [{ player: player.login }] });
    expect(given).toMatchObject({ attempt: 1, doubtful: false });
    await next.report({ no: given!.no, outcome: 'done' });
  });

  test('a lease that has begun is seen, and is handed out again to be proved', async () => {
    expect(await lease(open)).toHaveLength(1);
    const client = await app.pool.connect();
    try {
      await client.query('BEGIN');
      const accepted = accept(client);
      await itWaits();
      await open.query('COMMIT');
      expect(await accepted).toEqual({ doubtful: 1, facts: 0, unknown: 0 });
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    expect(await deliveriesOf(app, player.accountId)).toMatchObject([
      { state: 'waiting', ledgerId: null, isDoubtful: true },
    ]);
  });

  test('a poll with nothing to cancel does not wait, because it locks nothing', async () => {
    await accept(open);
    const { ledger: ledgerId, instance: instanceId } = adapter;
    const asked = callOffDue(app.deps, { serverKey: 'everest', ledgerId, instanceId });
    expect(await asked).toMatchObject({ cancel: [] });
    await open.query('ROLLBACK');
  });
});
