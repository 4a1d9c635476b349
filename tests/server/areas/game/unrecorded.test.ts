import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { gameAlarms } from '#/server/domain/deliveries/gameAlarms.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { giveCoupons } from '../../../support/players/cabinet.ts';
import { deliveriesOf } from '../../../support/players/deliveries.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let adapter: GameAdapter;
let player: Member;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
  await app.pool.query(
    `CREATE TABLE poisoned (id bigint, state text);
    CREATE FUNCTION refuse_poisoned() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT FROM poisoned p WHERE p.id = NEW.id AND p.state IN (NEW.state, '*')) THEN
        RAISE EXCEPTION 'a fault of the site'; END IF;
      RETURN NEW; END $$;
    CREATE TRIGGER poisoned BEFORE UPDATE ON deliveries FOR EACH ROW EXECUTE FUNCTION refuse_poisoned()`,
  );
});
beforeEach(async () => {
  await app.pool.query('TRUNCATE poisoned, game_presence, game_instances, game_ledgers, game_keys');
  adapter = new GameAdapter(app, await gameKeyOf(app));
  await adapter.hello({ codes: ['unban', 'name_change', 'item'] });
  player = await createMember(app);
  await adapter.work({ joined: [{ player: player.login }], max: 0 });
});
afterEach(async () => {
  await app.pool.query('TRUNCATE poisoned');
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const poison = (no: number, state = 'done') =>
  app.pool.query('INSERT INTO poisoned VALUES ($1, $2)', [no, state]);
const alarms = async () =>
  (await gameAlarms(app.deps.db, app.deps.now)).map(({ alarm, count }) => `${alarm} ${count}`);
const states = async () => (await deliveriesOf(app, player.accountId)).map(({ state }) => state);
const answerOf = async (...nos: number[]) => {
  const reply = await adapter.report(...nos.map((no) => ({ no, outcome: 'done' as const })));
  return 'results' in reply && reply.results.map(({ as }) => as);
};

/** Causes whose deliveries are settled differently when the game reports them. */
const CAUSES = {
  'a good': () => hearPaid(),
  'a prize': async () => {
    const ids = await giveCoupons(app, player, 1);
    await app.post('/api/v1/coupons/take', { ids }, player.headers);
  },
  'a revoke': async () => {
    const order = await hearPaid();
    const [given] = await adapter.work();
    await adapter.report({ no: given!.no, outcome: 'done' });
    await applyPaymentEvent(app, order, 'refunded');
  },
};

async function hearPaid(): Promise<string> {
  const order = await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service });
  await applyPaymentEvent(app, order, 'paid');
  return order;
}

describe.each(Object.keys(CAUSES) as (keyof typeof CAUSES)[])(
  'D5 D20 a result of %s that the site fails to record',
  (cause) => {
    /** @returns numbers of three deliveries; the second one is of the cause */
    async function leased(): Promise<[number, number, number]> {
      await hearPaid();
      const [first] = await adapter.work();
      await CAUSES[cause]();
      const [second] = await adapter.work();
      await hearPaid();
      const [third] = await adapter.work();
      return [first!.no, second!.no, third!.no];
    }

    test('keeps none of the others, is shown, and is recorded once the fault is mended', async () => {
      const nos = await leased();
      await poison(nos[1]);
      expect(await answerOf(...nos)).toEqual(['recorded', 'recorded', 'recorded']);
      expect((await states()).filter((state) => state !== 'done')).toEqual(['leased']);
      expect(await alarms()).toEqual(['unrecorded 1']);
      await app.pool.query('TRUNCATE poisoned');
      app.advanceMs(10 * 60_000);
      expect(await adapter.work()).toMatchObject([{ no: nos[1], attempt: 2 }]);
      expect(await answerOf(nos[1])).toEqual(['recorded']);
      expect(new Set(await states())).toEqual(new Set(['done']));
      expect(await alarms()).toEqual([]);
    });

    test('keeps none of the others if it cannot even be noted', async () => {
      const nos = await leased();
      await poison(nos[1], '*');
      expect(await answerOf(...nos)).toEqual(['recorded', 'recorded', 'recorded']);
      await app.pool.query('TRUNCATE poisoned');
      app.advanceMs(60_000);
      expect(await adapter.work()).toMatchObject([{ no: nos[1], attempt: 2 }]);
      expect(await answerOf(nos[1])).toEqual(['recorded']);
    });
  },
);
