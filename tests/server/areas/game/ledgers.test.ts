import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { gameAlarms } from '#/server/domain/deliveries/gameAlarms.ts';
import { acceptLedger } from '#/server/domain/gameServers/ledgers.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { deliveriesOf } from '../../../support/players/deliveries.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf, forgetGames } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let key: { id: string; secret: string };
let adapter: GameAdapter;
let player: Member;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
  player = await createMember(app);
});
beforeEach(async () => {
  await forgetGames(app);
  key = await gameKeyOf(app);
  adapter = new GameAdapter(app, key);
  await adapter.hello();
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

/** Lets the site know a ledger that nobody has accepted. */
const putLedger = ({ ledger }: GameAdapter) =>
  app.pool.query(
    `INSERT INTO game_ledgers (id, server_key, head, first_seen_at) VALUES ($1, 'everest', 0, now())`,
    [ledger],
  );

describe('D6 a ledger', () => {
  test('that is new gets no work until an operator accepts it; what the lost one held is proved or unknown', async () => {
    await adapter.work({ joined: [{ player: player.login }], max: 0 });
    const service = { product_type: 'Services', goods_id: GOOD.service };
    await applyPaymentEvent(app, await pendingOrder(app, player, service), 'paid');
    const { no } = (await adapter.work())[0]!;
    const lost = adapter.ledger;
    await adapter.call('bye', {});
    const next = new GameAdapter(app, key);
    expect(await next.hello()).toMatchObject({ refused: 'ledgerUnknown' });
    app.advanceMs(60 * 60_000);
    expect(await next.hello()).toMatchObject({ refused: 'ledgerUnknown' });
    const accept = (isDryRun: boolean) =>
      withTx(app.pool, (tx) =>
        acceptLedger(tx, app.deps, { serverKey: 'everest', id: next.ledger, reason: 'disk', isDryRun }),
      );
    const counted = await accept(true);
    expect(await accept(false)).toEqual(counted);
    expect(counted).toEqual({ doubtful: 1, facts: 0, unknown: 0 });
    await next.hello();
    await next.work({ joined: [{ player: player.login }], max: 0 });
    expect(await next.work()).toMatchObject([{ no, attempt: 2, doubtful: true }]);
    await next.report({ no, attempt: 2, outcome: 'done' });
    await next.call('bye', {});
    const late = Object.assign(new GameAdapter(app, key), { ledger: lost });
    expect(await late.hello()).toMatchObject({ refused: 'ledgerUnknown' });
  });

  test('that is lost with facts hears the newest of each again, and no operator decides', async () => {
    const buyPremium = async () => {
      const premium = { product_type: 'Premium', goods_id: GOOD.premium };
      await applyPaymentEvent(app, await pendingOrder(app, player, premium), 'paid');
    };
    await buyPremium();
    const [older] = await adapter.work({ joined: [{ player: player.login }] });
    await buyPremium();
    const [newer] = await adapter.work();
    expect([older, newer]).toMatchObject([{ kind: 'set' }, { kind: 'set' }]);
    await adapter.call('bye', {});
    const next = new GameAdapter(app, key);
    await next.hello();
    const accepted = { serverKey: 'everest', id: next.ledger, reason: 'disk', isDryRun: false };
    expect(await withTx(app.pool, (tx) => acceptLedger(tx, app.deps, accepted))).toEqual({
      doubtful: 0,
      facts: 2,
      unknown: 0,
    });
    await next.hello();
    expect(await next.work({ joined: [{ player: player.login }] })).toMatchObject([
      { no: newer!.no, attempt: 2, doubtful: false, version: newer!.version },
    ]);
    await next.report({ no: newer!.no, attempt: 2, outcome: 'done' });
  });

  test('with fewer entries than before is a copy, and gets no work', async () => {
    adapter.head = 100;
    await adapter.work();
    adapter.head = 99;
    expect(await adapter.pull()).toEqual({ refused: 'ledgerUnknown' });
    await adapter.call('bye', { head: 100 });
    expect(await adapter.hello()).toMatchObject({ refused: 'ledgerUnknown' });
    adapter.head = 100;
    expect(await adapter.hello()).toMatchObject({ server: 'everest' });
  });

  test('that was put back from a copy is named to the operator until it or the right one gets work', async () => {
    const waiting = async () =>
      (await gameAlarms(app.deps.db, app.deps.now)).filter(({ alarm }) => alarm === 'ledger');
    const comesBack = async (head: number) => {
      await adapter.call('bye', { head: Math.max(head, adapter.head) });
      adapter.head = head;
      return adapter.hello();
    };
    adapter.head = 100;
    await adapter.work();
    expect(await comesBack(40)).toMatchObject({ refused: 'ledgerUnknown' });
    expect(await waiting()).toMatchObject([{ server: 'everest', count: 1 }]);
    expect(await comesBack(100)).toMatchObject({ server: 'everest' });
    expect(await waiting()).toEqual([]);
    await comesBack(40);
    const accepted = { serverKey: 'everest', id: adapter.ledger, reason: 'backup', isDryRun: false };
    await withTx(app.pool, (tx) => acceptLedger(tx, app.deps, accepted));
    expect(await waiting()).toEqual([]);
    expect(await adapter.hello()).toMatchObject({ server: 'everest' });
    // a retired one comes back
    const next = new GameAdapter(app, key);
    await putLedger(next);
    await withTx(app.pool, (tx) => acceptLedger(tx, app.deps, { ...accepted, id: next.ledger }));
    expect(await comesBack(41)).toMatchObject({ refused: 'ledgerUnknown' });
    expect(await waiting()).toMatchObject([{ server: 'everest', count: 1 }]);
  });

  test('in whose place another was accepted gets nothing more', async () => {
    const next = new GameAdapter(app, key);
    await putLedger(next);
    expect(await adapter.work()).toEqual([]);
    const accepted = { serverKey: 'everest', id: next.ledger, reason: 'moved', isDryRun: false };
    await withTx(app.pool, (tx) => acceptLedger(tx, app.deps, accepted));
    expect(await adapter.pull()).toEqual({ refused: 'ledgerUnknown' });
  });

  test('gets nothing by a poll that was held while another was accepted: nobody would get it again', async () => {
    await adapter.work({ joined: [{ player: player.login }], max: 0 });
    const service = { product_type: 'Services', goods_id: GOOD.service };
    await applyPaymentEvent(app, await pendingOrder(app, player, service), 'paid');
    const { no } = (await adapter.work())[0]!;
    const held = adapter.work({ waitS: 25 });
    await expect.poll(async () => (await app.get('/metrics')).body).toContain('game_polls_held 1');
    const next = new GameAdapter(app, key);
    await putLedger(next);
    const accepted = { serverKey: 'everest', id: next.ledger, reason: 'disk', isDryRun: false };
    await withTx(app.pool, (tx) => acceptLedger(tx, app.deps, accepted));
    expect(await held).toEqual([]);
    app.advanceMs(60_000);
    await next.hello();
    expect(await next.work({ joined: [{ player: player.login }] })).toMatchObject([{ no, doubtful: true }]);
    await next.report({ no, attempt: 2, outcome: 'done' });
  });

  test('is heard in whatever order its requests come', async () => {
    const bodies = Array.from({ length: 20 }, () => {
      adapter.head += 1;
      return adapter.body({ waitS: 0, max: 0, online: 0 });
    });
    const replies = await Promise.all(bodies.map((body) => adapter.send('pull', body)));
    const refused = replies
      .filter(({ statusCode }) => statusCode !== 200)
      .map(({ body }) => (JSON.parse(JSON.parse(body).body) as { error: { code: string } }).error.code);
    expect(new Set([...refused, 'seqReused'])).toEqual(new Set(['seqReused']));
  });

  test('of another server is refused', async () => {
    const other = Object.assign(new GameAdapter(app, await gameKeyOf(app, 'fuji')), {
      ledger: adapter.ledger,
    });
    expect(await other.hello()).toMatchObject({ refused: 'ledgerUnknown' });
  });
});

test.each([{ outcome: 'unknown' }, { outcome: 'rejected', code: 'failed' }] as const)(
  'D13 a fact is dropped if the game says of it $outcome after it was told a newer one',
  async (said) => {
    const member = await createMember(app);
    await adapter.work({ joined: [{ player: member.login }], max: 0 });
    const premium = { product_type: 'Premium', goods_id: GOOD.premium };
    const told: number[] = [];
    for (let version = 1; version <= 2; version++) {
      await applyPaymentEvent(app, await pendingOrder(app, member, premium), 'paid');
      told.push((await adapter.work())[0]!.no);
    }
    await adapter.report({ no: told[1]!, outcome: 'done' }, { no: told[0]!, ...said });
    const rows = await deliveriesOf(app, member.accountId);
    expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'done']);
  },
);
