import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OpenCaseReply, OpenMultipleReply } from '#/contract/cases.ts';
import { previousSeed } from '#/contract/fair.ts';
import type { FairCurrent, FairEpoch } from '#/contract/fairness.ts';
import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { createPlayer, open, type Player } from '../../../support/app/factories.ts';
import { drawsOf, giveSeed, liveOf, rotate } from '../../../support/fairness/fairness.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(site.pool)).toEqual({});
  expect(await differingDraws(site.pool, site.deps.secretKey)).toEqual([]);
});
afterAll(() => site.close());

const auditOf = async (player: Player) => {
  const { rows } = await site.pool.query(
    `SELECT event, detail FROM audit WHERE account_id = $1 AND event IN ('clientSeedChanged', 'seedRotated') ORDER BY id`,
    [player.accountId],
  );
  return rows;
};

describe('FA9 the client seed', () => {
  test('there is none before the player gives one, and the anchors of two chains are known', async () => {
    const player = await createPlayer(site.deps);
    const live = await liveOf(site, player);
    expect(live).toMatchObject({ clientSeed: null, clientSeedOrigin: null, nextNonce: 0 });
    expect(live.epoch).toMatchObject({ chainNo: 1, idx: 1, serverSeed: null, draws: 0, endedAt: null });
    // the first commitment is the anchor itself
    expect(live.epoch.commitment).toBe(live.epoch.anchor);
    expect(live.nextAnchor).toMatch(/^[0-9a-f]{64}$/);
    expect(live.nextAnchor).not.toBe(live.epoch.anchor);
  });

  test('counts from the next nonce on, and every draw keeps its own', async () => {
    const player = await createPlayer(site.deps, { 1: 9 });
    const { commitment, id } = (await liveOf(site, player)).epoch;
    await open(site, player, { case_id: 1 });
    const given = await giveSeed(site, player, { commitment, clientSeed: 'my_seed-1' });
    expect(given.json()).toMatchObject({ clientSeed: 'my_seed-1', clientSeedOrigin: 'player', nextNonce: 1 });
    await open(site, player, { case_id: 1 });
    await giveSeed(site, player, { commitment, clientSeed: 'my_seed-2' });
    const several = await site.post('/api/v1/cases/open-multiple/', { case_id: 1, count: 5 }, player.headers);
    expect(several.json<OpenMultipleReply>().fair.map(({ clientSeed }) => clientSeed)).toEqual(
      Array(5).fill('my_seed-2'),
    );
    const { draws } = await drawsOf(site, id);
    expect(draws.map(({ nonce, clientSeedOrigin }) => [nonce, clientSeedOrigin])).toEqual([
      [0, 'server'],
      ...[1, 2, 3, 4, 5, 6].map((nonce) => [nonce, 'player']),
    ]);
    expect(draws.slice(1).map(({ clientSeed }) => clientSeed)).toEqual([
      'my_seed-1',
      ...Array(5).fill('my_seed-2'),
    ]);
    expect(await auditOf(player)).toEqual([
      { event: 'clientSeedChanged', detail: { epoch: id, fromNonce: 1 } },
      { event: 'clientSeedChanged', detail: { epoch: id, fromNonce: 2 } },
    ]);
  });

  test('made for another commitment is refused: an ended one, a foreign one, none at all', async () => {
    const [player, other] = [await createPlayer(site.deps), await createPlayer(site.deps)];
    const { commitment } = (await liveOf(site, player)).epoch;
    await rotate(site, player, { commitment });
    for (const wrong of [commitment, (await liveOf(site, other)).epoch.commitment, '0'.repeat(64)]) {
      const reply = await giveSeed(site, player, { commitment: wrong, clientSeed: 'mine' });
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'epochEnded']);
    }
    expect((await liveOf(site, player)).clientSeed).toBeNull();
    expect((await liveOf(site, other)).clientSeed).toBeNull();
  });

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(65)],
    ['with a separator', 'a|b'],
    ['with white space', 'a b'],
    ['of another alphabet', 'сид'],
    ['a look-alike', 'ｓeed'],
    ['with a line break', 'seed\n'],
  ])('E4 %s is refused', async (_, clientSeed) => {
    const player = await createPlayer(site.deps);
    const { commitment } = (await liveOf(site, player)).epoch;
    const reply = await giveSeed(site, player, { commitment, clientSeed });
    expect([reply.statusCode, reply.json().errors]).toEqual([400, { clientSeed: 'clientSeedInvalid' }]);
  });

  test('a player changes seeds so often and no oftener', async () => {
    const strict = await createTestApp({ config: { rateLimitScale: 1 } });
    const player = await createPlayer(strict.deps);
    const { commitment } = (await strict.get('/api/v1/fair/current', player.headers)).json<FairCurrent>()
      .epoch;
    const replies = await Promise.all(
      Array.from({ length: 61 }, (_, at) =>
        strict.post('/api/v1/fair/client-seed', { commitment, clientSeed: `s${at}` }, player.headers),
      ),
    );
    const refused = replies.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.headers['retry-after']).toBe('600');
    await strict.close();
  });
});

describe('FA9 the end of an epoch', () => {
  test('tells its seed, which leads to the commitment and is the next one', async () => {
    const player = await createPlayer(site.deps, { 1: 2 });
    const { commitment, id, anchor } = (await liveOf(site, player)).epoch;
    await open(site, player, { case_id: 1 });
    const reply = await rotate(site, player, { commitment, clientSeed: 'fresh' });
    const { ended, current } = reply.json<{ ended: FairEpoch; current: FairCurrent }>();
    expect(ended).toMatchObject({ id, commitment, draws: 1, endedAt: site.deps.now().toISOString() });
    expect(previousSeed(ended.serverSeed!)).toBe(commitment);
    expect(current).toMatchObject({ clientSeed: 'fresh', clientSeedOrigin: 'player', nextNonce: 0 });
    expect(current.epoch).toMatchObject({ idx: 2, anchor, commitment: ended.serverSeed, serverSeed: null });
    const { fair } = (await open(site, player, { case_id: 1 })).json<OpenCaseReply>();
    expect(fair).toMatchObject({ epochId: current.epoch.id, clientSeed: 'fresh', nonce: 0 });
    expect(await auditOf(player)).toEqual([{ event: 'seedRotated', detail: { epoch: id, draws: 1 } }]);
  });

  test('asked for again ends nothing more and tells what is live now', async () => {
    const player = await createPlayer(site.deps);
    const { commitment } = (await liveOf(site, player)).epoch;
    const first = (await rotate(site, player, { commitment })).json();
    const second = (await rotate(site, player, { commitment: first.current.epoch.commitment })).json();
    const again = (await rotate(site, player, { commitment, clientSeed: 'too-late' })).json();
    expect(again).toEqual({ ended: first.ended, current: second.current });
    expect((await liveOf(site, player)).epoch.idx).toBe(3);
  });

  test('the seed of a player goes on without another one, and one of the server does not', async () => {
    const [own, none] = [await createPlayer(site.deps, { 1: 1 }), await createPlayer(site.deps, { 1: 1 })];
    await giveSeed(site, own, {
      commitment: (await liveOf(site, own)).epoch.commitment,
      clientSeed: 'always-mine',
    });
    await open(site, none, { case_id: 1 });
    for (const player of [own, none]) {
      const { commitment } = (await liveOf(site, player)).epoch;
      await rotate(site, player, { commitment });
    }
    expect(await liveOf(site, own)).toMatchObject({ clientSeed: 'always-mine', clientSeedOrigin: 'player' });
    expect(await liveOf(site, none)).toMatchObject({ clientSeed: null, clientSeedOrigin: null });
  });

  test('the epoch of somebody else is not found, and lives on', async () => {
    const [player, other] = [await createPlayer(site.deps), await createPlayer(site.deps)];
    const { commitment } = (await liveOf(site, other)).epoch;
    for (const wrong of [commitment, 'f'.repeat(64)]) {
      const reply = await rotate(site, player, { commitment: wrong });
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'epochNotFound']);
    }
    expect((await liveOf(site, other)).epoch.commitment).toBe(commitment);
    expect((await liveOf(site, player)).epoch.idx).toBe(1);
  });
});
