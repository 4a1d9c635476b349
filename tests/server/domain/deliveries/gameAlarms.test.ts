import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { decideDelivery } from '#/server/domain/deliveries/decideDelivery.ts';
import { gameAlarms } from '#/server/domain/deliveries/gameAlarms.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { giveCoupons } from '../../../support/players/cabinet.ts';
import { bringTo, deliveriesOf } from '../../../support/players/deliveries.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let adapter: GameAdapter;
let player: Member;
let key: { id: string; secret: string };

beforeEach(async () => {
  await app?.close();
  app = await createTestApp();
  key = await gameKeyOf(app);
  adapter = new GameAdapter(app, key);
  await adapter.hello({ codes: ['item'] });
  player = await createMember(app);
});
afterAll(() => app.close());

/** Alarms that are on, as "late 1". */
const alarms = async () =>
  (await gameAlarms(app.deps.db, app.deps.now)).map(({ alarm, count }) => `${alarm} ${count}`);
const join = () => adapter.work({ joined: [{ player: player.login }], max: 0 });

async function wait(count = 1): Promise<number[]> {
  const ids = await giveCoupons(app, player, count);
  await app.post('/api/v1/coupons/take', { ids }, player.headers);
  return (await deliveriesOf(app, player.accountId)).map(({ id }) => id);
}

describe('D20 an alarm rises under its cause and falls after it', () => {
  test('nothing is wrong while things wait for an absent player, or are asked for', async () => {
    await wait();
    app.advanceMs(24 * 60 * 60_000);
    expect(await alarms()).toEqual([]);
    await join();
    expect(await alarms()).toEqual([]);
  });

  test('late, and silent: ready things that nobody asks for', async () => {
    await join();
    await wait();
    app.advanceMs(75_001);
    expect(await alarms()).toEqual(['silent 1']);
    await adapter.work({ max: 0 });
    app.advanceMs(300_000);
    await adapter.work({ max: 0 });
    expect(await alarms()).toEqual(['late 1']);
    await adapter.work();
    expect(await alarms()).toEqual([]);
  });

  test('unknown, until an operator has decided', async () => {
    const [no = 0] = await wait();
    await bringTo(app, no, 'unknown');
    expect(await alarms()).toEqual(['unknown 1']);
    const decide = { no, decision: 'given', reason: 'seen' } as const;
    await withTx(app.pool, (tx) => decideDelivery(tx, app.deps, decide));
    expect(await alarms()).toEqual([]);
  });

  test('failed, above ten an hour', async () => {
    const fail = (ids: number[]) =>
      app.pool.query(
        `UPDATE deliveries SET ref_type = 'test', state = 'failed', moved_at = $2 WHERE id = ANY($1)`,
        [ids, app.deps.now()],
      );
    const ids = await wait(11);
    await fail(ids.slice(0, 10));
    expect(await alarms()).toEqual([]);
    await fail(ids.slice(10));
    expect(await alarms()).toEqual(['failed 11']);
    app.advanceMs(60 * 60_000 + 1);
    expect(await alarms()).toEqual([]);
  });

  test('a new ledger, and a rival', async () => {
    const other = new GameAdapter(app, key);
    await other.hello();
    expect(await alarms()).toEqual(['rival 1']);
    app.advanceMs(60 * 60_000 + 1);
    expect(await alarms()).toEqual([]);
    await other.hello();
    expect(await alarms()).toEqual(['ledger 1']);
    await app.pool.query('UPDATE game_ledgers SET accepted_at = now() WHERE accepted_at IS NULL');
    expect(await alarms()).toEqual([]);
  });

  test('a code that the adapter does not know, also behind a star', async () => {
    await join();
    await wait();
    await app.pool.query(`UPDATE deliveries SET code = 'car:sultan'`);
    expect(await alarms()).toEqual(['code 1']);
    await app.pool.query(`UPDATE game_instances SET codes = '["car:*"]'`);
    expect(await alarms()).toEqual([]);
    await app.pool.query(`UPDATE game_instances SET codes = '["car_*"]'`);
    expect(await alarms()).toEqual(['code 1']);
  });
});
