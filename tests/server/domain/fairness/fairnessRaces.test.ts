import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OpenCaseReply, OpenMultipleReply } from '#/contract/cases.ts';
import type { FairEpoch } from '#/contract/fairness.ts';
import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { countByStatus, createPlayer, open, type Player } from '../../../support/app/factories.ts';
import { drawsOf, giveSeed, liveOf, rotate } from '../../../support/fairness/fairness.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;
let sibling: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  expect(await differingDraws(app.pool, app.deps.secretKey)).toEqual([]);
  expect(app.pool.totalCount - app.pool.idleCount).toBe(0);
});
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const siteAt = (at: number) => (at % 2 ? app : sibling);
const epochsOf = async (player: Player) =>
  (await app.get('/api/v1/fair/epochs', player.headers)).json<{ epochs: FairEpoch[] }>().epochs;

test('FA4 200 parallel ends of one epoch, over two servers, end one', async () => {
  const player = await createPlayer(app.deps);
  const { commitment } = (await liveOf(app, player)).epoch;
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      rotate(siteAt(at), player, { commitment, clientSeed: `seed-${at}` }),
    ),
  );
  expect(countByStatus(replies)).toEqual({ 200: 200 });
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect((await liveOf(app, player)).epoch.idx).toBe(2);
  const { rows } = await app.pool.query(
    `SELECT count(*)::int FROM audit WHERE account_id = $1 AND event = 'seedRotated'`,
    [player.accountId],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('FA1 FA4 100 openings and 100 ends of epochs at once: every draw in one epoch, no gap, no failure', async () => {
  const player = await createPlayer(app.deps, { 1: 400 });
  // each ends what it finds live, so that many epochs end in between
  const endLive = async (at: number) => {
    const { commitment } = (await liveOf(app, player)).epoch;
    return rotate(siteAt(at), player, { commitment });
  };
  const openOne = async (at: number) => {
    for (;;) {
      const reply = await open(siteAt(at), player, { case_id: 1 }, `rotate-race-${at}`);
      // "try again" is an answer; whatever else is not
      if (reply.statusCode !== 503) return reply;
    }
  };
  const [opened, ended] = await Promise.all([
    Promise.all(Array.from({ length: 100 }, (_, at) => openOne(at))),
    Promise.all(Array.from({ length: 100 }, (_, at) => endLive(at))),
  ]);
  expect([countByStatus(opened), countByStatus(ended)]).toEqual([{ 200: 100 }, { 200: 100 }]);
  const epochs = await epochsOf(player);
  expect(epochs.length).toBeGreaterThan(1);
  const drawn = opened.map((reply) => reply.json<OpenCaseReply>().fair);
  for (const { id, commitment, draws } of epochs) {
    const own = drawn.filter(({ epochId }) => epochId === id);
    expect(own.map(({ nonce }) => nonce).toSorted((a, b) => a - b)).toEqual([...Array(draws).keys()]);
    expect(own.every((draw) => draw.commitment === commitment)).toBe(true);
  }
  expect(epochs.reduce((sum, { draws }) => sum + draws, 0)).toBe(100);
});

test('C6 FA1 openings of several and ends of epochs at once: all of one opening in one epoch', async () => {
  const player = await createPlayer(app.deps, { 1: 250 });
  const openMany = async (at: number) => {
    for (;;) {
      const body = { case_id: 1, count: 5 };
      const reply = await siteAt(at).post('/api/v1/cases/open-multiple/', body, player.headers);
      if (reply.statusCode !== 503) return reply;
    }
  };
  const endLive = async (at: number) => {
    const { commitment } = (await liveOf(app, player)).epoch;
    return rotate(siteAt(at), player, { commitment });
  };
  const [opened] = await Promise.all([
    Promise.all(Array.from({ length: 50 }, (_, at) => openMany(at))),
    Promise.all(Array.from({ length: 50 }, (_, at) => endLive(at))),
  ]);
  expect(countByStatus(opened)).toEqual({ 200: 50 });
  for (const reply of opened) {
    const { fair } = reply.json<OpenMultipleReply>();
    expect(new Set(fair.map(({ epochId }) => epochId)).size).toBe(1);
    expect(fair.map(({ nonce }) => nonce - fair[0]!.nonce)).toEqual([0, 1, 2, 3, 4]);
  }
});

test('FA9 100 openings and 100 new client seeds at once: every draw keeps the seed it was made with', async () => {
  const player = await createPlayer(app.deps, { 1: 100 });
  const { commitment, id } = (await liveOf(app, player)).epoch;
  const [opened, given] = await Promise.all([
    Promise.all(
      Array.from({ length: 100 }, (_, at) => open(siteAt(at), player, { case_id: 1 }, `seed-race-${at}`)),
    ),
    Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        giveSeed(siteAt(at), player, { commitment, clientSeed: `seed-${at}` }),
      ),
    ),
  ]);
  expect([countByStatus(opened), countByStatus(given)]).toEqual([{ 200: 100 }, { 200: 100 }]);
  const told = opened.map((reply) => reply.json<OpenCaseReply>().fair);
  const { draws } = await drawsOf(app, id);
  expect(draws.map(({ nonce, clientSeed, ticket }) => [nonce, clientSeed, ticket])).toEqual(
    told
      .toSorted((a, b) => a.nonce - b.nonce)
      .map(({ nonce, clientSeed, ticket }) => [nonce, clientSeed, ticket]),
  );
});
