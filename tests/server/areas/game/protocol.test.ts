import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gamePath } from '#/contract/game.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { gameServersOf } from '#/server/adapters/gameServers/gameServersOf.ts';
import { callOffDue } from '#/server/domain/deliveries/leases.ts';
import { endGameKey, makeGameKey, revokeGameKey } from '#/server/domain/gameServers/gameKeys.ts';
import { signRequest } from '#/server/domain/gameServers/signing.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { bringTo } from '../../../support/players/deliveries.ts';
import { GameAdapter, gameKeyOf, forgetGames } from '../../../support/services/gameAdapter.ts';

let app: TestApp;
let key: { id: string; secret: string };
let adapter: GameAdapter;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  // foreign keys of deliveries do not lead here
  await forgetGames(app);
  key = await gameKeyOf(app);
  adapter = new GameAdapter(app, key);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

describe('D8 a signature', () => {
  test('that is right is answered with one', async () => {
    expect(await adapter.hello()).toMatchObject({ server: 'everest', waitS: 25, wantRoster: true });
  });

  test.each([
    ['of another body', { 'onerp-sign': signRequest('x', gamePath('hello'), 'other') }],
    ['that is no signature', { 'onerp-sign': 'zz' }],
    ['of an unknown key', { 'onerp-key': 'k_unknownunknow' }],
    ['of a key that is no text of the database', { 'onerp-key': 'k_\u00ff\u00fe' }],
  ])('%s is refused with one code, and tells nothing', async (_, headers) => {
    const reply = await adapter.send('hello', adapter.body({}), headers);
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ code: 'gameKeyInvalid' });
    expect(reply.json()).not.toHaveProperty('sign');
  });

  test('for another path is refused', async () => {
    const body = adapter.body({});
    const sign = signRequest(key.secret, gamePath('pull'), body);
    expect((await adapter.send('hello', body, { 'onerp-sign': sign })).statusCode).toBe(403);
  });

  test('of a key of another server speaks for that server only', async () => {
    const other = new GameAdapter(app, await gameKeyOf(app, 'fuji'));
    expect(await other.hello()).toMatchObject({ server: 'fuji' });
  });

  test('comes with a refusal, too', async () => {
    expect(await adapter.call('hello', { adapter: 5 })).toEqual({ refused: 'badRequest' });
    expect(await adapter.pull()).toEqual({ refused: 'helloNeeded' });
  });

  test('of a request that came before is refused', async () => {
    await adapter.hello();
    const body = adapter.body({ waitS: 0, max: 50, online: 0 });
    expect((await adapter.send('pull', body)).statusCode).toBe(200);
    expect((await adapter.send('pull', body)).statusCode).toBe(409);
    adapter.seq = 1;
    expect(await adapter.pull()).toEqual({ refused: 'seqReused' });
  });

  test('of 50 copies of one request at once lets one through', async () => {
    await adapter.hello();
    const body = adapter.body({ waitS: 0, max: 50, online: 0 });
    const replies = await Promise.all(Array.from({ length: 50 }, () => adapter.send('pull', body)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

describe('D22 a clock', () => {
  test.each([-60, 60])(
    '%i minutes off is told the time of the site, and goes on with it',
    async (minutes) => {
      const at = app.deps.now().getTime() + minutes * 60_000;
      const reply = await adapter.send('bye', adapter.body({ at }));
      expect(reply.statusCode).toBe(403);
      const answer = JSON.parse(reply.json<{ body: string }>().body) as { now: number };
      expect(answer).toEqual({ now: app.deps.now().getTime(), error: { code: 'clockSkew' } });
      expect(await adapter.hello({ at: at + (answer.now - at) })).toMatchObject({ server: 'everest' });
    },
  );
});

describe('D9 keys', () => {
  test('overlap, so that one is exchanged without a gap', async () => {
    await adapter.hello();
    const next = await gameKeyOf(app);
    await withTx(app.pool, (tx) => revokeGameKey(tx, app.deps, key.id));
    expect((await adapter.send('pull', adapter.body({}))).statusCode).toBe(403);
    const renewed = Object.assign(new GameAdapter(app, next), {
      instance: adapter.instance,
      ledger: adapter.ledger,
      seq: adapter.seq,
    });
    expect(await renewed.work()).toEqual([]);
  });

  test('end when they were told to', async () => {
    const end = new Date(app.deps.now().getTime() + 60_000);
    await withTx(app.pool, (tx) => endGameKey(tx, app.deps, key.id, end));
    expect(await adapter.hello()).toMatchObject({ server: 'everest' });
    app.advanceMs(60_001);
    expect((await adapter.send('pull', adapter.body({}))).statusCode).toBe(403);
  });

  test('are at most three for a server', async () => {
    await gameKeyOf(app);
    await gameKeyOf(app);
    const fourth = { serverKey: 'everest', label: 'fourth', scopes: ['deliver' as const] };
    expect(await withTx(app.pool, (tx) => makeGameKey(tx, app.deps, fourth))).toBeUndefined();
  });

  test('keep only what they were made for', async () => {
    const limited = new GameAdapter(app, await gameKeyOf(app, 'everest', ['players']));
    expect(await limited.hello()).toEqual({ refused: 'gameScope' });
  });

  test('are kept encrypted', async () => {
    const { rows } = await app.pool.query<{ secret_encrypted: Buffer }>(
      'SELECT secret_encrypted FROM game_keys',
    );
    expect(rows[0]!.secret_encrypted.includes(key.secret)).toBe(false);
  });
});

describe('D24 the heartbeat', () => {
  test('goes with the pull', async () => {
    await adapter.hello();
    await adapter.pull({ online: 742, slots: 1000 });
    const { rows } = await app.pool.query(
      `SELECT online, slots FROM server_reports WHERE server_key = 'everest'`,
    );
    expect(rows).toEqual([{ online: 742, slots: 1000 }]);
    const settings = { sources: new Map(), intervalMs: 15_000, rageMpListUrl: '' };
    const { ask } = gameServersOf({ gameServers: settings, isDemo: false }, app.deps);
    expect(await ask('everest')).toMatchObject({ online: 742, slots: 1000 });
    expect(await ask('fuji')).toBeNull();
  });
});

describe('D24 a poll', () => {
  test('asks for the roster when the players it counts differ from those it names for the second time', async () => {
    await adapter.hello();
    expect(await adapter.pull({ online: 1 })).toMatchObject({ wantRoster: false });
    expect(await adapter.pull({ online: 1 })).toMatchObject({ wantRoster: true });
    expect(await adapter.pull({ online: 1, joined: [{ player: 'vasya' }] })).toMatchObject({
      wantRoster: false,
    });
    expect(await adapter.pull({ online: 2 })).toMatchObject({ wantRoster: false });
  });

  describe('D3 a roster of several parts', () => {
    const part = (no: number) => adapter.call('roster', { part: no, of: 3, players: [{ player: `p${no}` }] });
    const wantsRoster = async () => (await adapter.pull({ online: 3 })) as { wantRoster: boolean };
    const here = async () =>
      (await app.pool.query<{ player: string }>('SELECT player FROM game_presence ORDER BY 1')).rows.map(
        ({ player }) => player,
      );
    beforeEach(async () => {
      await adapter.hello();
      await part(1);
    });

    test('is not asked for while its parts come', async () => {
      app.advanceMs(9999);
      expect(await wantsRoster()).toMatchObject({ wantRoster: false });
      expect(await part(2)).toMatchObject({ isWhole: false });
      app.advanceMs(9999);
      expect(await wantsRoster()).toMatchObject({ wantRoster: false });
      expect(await part(3)).toMatchObject({ isWhole: true });
      app.advanceMs(60_000);
      expect(await wantsRoster()).toMatchObject({ wantRoster: false });
      expect(await here()).toEqual(['p1', 'p2', 'p3']);
    });

    test('is asked for until it comes once no part came for 10 s', async () => {
      await part(2);
      app.advanceMs(10_000);
      expect(await wantsRoster()).toMatchObject({ wantRoster: true });
      expect(await wantsRoster()).toMatchObject({ wantRoster: true });
      for (const no of [1, 2, 3]) await part(no);
      expect(await wantsRoster()).toMatchObject({ wantRoster: false });
      expect(await here()).toEqual(['p1', 'p2', 'p3']);
    });

    test('is asked for at once when a part is missing, and nobody is gone', async () => {
      await part(2);
      await part(3);
      await part(1);
      expect(await part(3)).toEqual({ refused: 'badRequest' });
      expect(await wantsRoster()).toMatchObject({ wantRoster: true });
      expect(await part(2)).toEqual({ refused: 'badRequest' });
      expect(await here()).toEqual(['p1', 'p2', 'p3']);
    });

    test('may lack its first part', async () => {
      for (const no of [2, 3]) await part(no);
      expect(await part(2)).toEqual({ refused: 'badRequest' });
      expect(await wantsRoster()).toMatchObject({ wantRoster: true });
    });

    test('may repeat a part whose answer was lost', async () => {
      for (const no of [2, 2, 3])
        expect(await part(no)).toEqual(expect.not.objectContaining({ refused: 'badRequest' }));
      expect(await wantsRoster()).toMatchObject({ wantRoster: false });
    });
  });

  test('D9 notes the use of its key, once a minute', async () => {
    const lastUsed = async () =>
      (await app.pool.query<{ at: Date }>('SELECT last_used_at AS at FROM game_keys')).rows[0]!.at.getTime();
    await adapter.hello();
    const helloAt = await lastUsed();
    app.advanceMs(59_000);
    await adapter.pull();
    expect(await lastUsed()).toBe(helloAt);
    app.advanceMs(1000);
    await adapter.pull();
    expect(await lastUsed()).toBe(helloAt + 60_000);
  });

  test('D7 of an instance that was replaced gets nothing to call off', async () => {
    const asked = { serverKey: 'everest', ledgerId: adapter.ledger };
    await adapter.hello();
    const { accountId } = await createPlayer(app.deps);
    await app.pool.query(
      `INSERT INTO deliveries (public_id, account_id, server_key, kind, code, count, reason, ref_type, ref_id, created_at)
       VALUES ('called-off', $1, 'everest', 'give', 'unban', 1, 'test', 'test', '1', $2)`,
      [accountId, app.deps.now()],
    );
    const [{ id }] = (await app.pool.query<{ id: string }>('SELECT max(id) AS id FROM deliveries')).rows as [
      { id: string },
    ];
    await bringTo(app, Number(id), 'cancelling');
    await app.pool.query('UPDATE deliveries SET lease_until = $2, ledger_id = $3 WHERE id = $1', [
      id,
      app.deps.now(),
      adapter.ledger,
    ]);
    const cancelsOf = async (instanceId: string) =>
      (await callOffDue(app.deps, { ...asked, instanceId })).cancel;
    expect(await cancelsOf('A'.repeat(22))).toEqual([]);
    expect(await cancelsOf(adapter.instance)).toEqual([Number(id)]);
  });
});
