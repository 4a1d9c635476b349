import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenCaseReply } from '#/contract/cases.ts';
import type { DrawProof, FairDay } from '#/contract/fairness.ts';
import { differingDays } from '#/server/domain/books/fairInvariants.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { closeDays } from '#/server/domain/fairness/closeDays.ts';
import { countDraws } from '#/server/domain/fairness/countDraws.ts';
import { faultsOfDays, leadsTo, leafAgain } from '../../../prove/fair/verifier.ts';
import { createPlayer, open, type Player } from '../../../support/app/factories.ts';
import { drawsOf } from '../../../support/fairness/fairness.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

// 2026-01-15 12:00 UTC in each test, which is long ago for the database
let site: TestApp;
let sibling: TestApp;
let player: Player;
/** Epoch and nonce of an opening. */
let opened: OpenCaseReply['fair'][];

beforeEach(async () => {
  site = await createTestApp();
  sibling = await createSibling(site);
  player = await createPlayer(site.deps, { 1: 100 });
  await site.pool.query(`UPDATE sessions SET expires_at = expires_at + interval '20 days'`);
  await site.pool.query(`UPDATE sessions SET created_at = expires_at - interval '1 day'`);
  opened = [];
});
afterEach(async () => {
  expect(await brokenInvariants(site.pool)).toEqual({});
  expect(await differingDays(site.deps.db)).toEqual([]);
  await sibling.close();
  await site.close();
});

const play = async (on: TestApp, times = 3) => {
  for (let piece = 0; piece < times; piece++) {
    const reply = await open(on, player, { case_id: 1 });
    expect(reply.statusCode, reply.body).toBe(200);
    opened.push(reply.json<OpenCaseReply>().fair);
  }
};
const ask = async (path: string) => {
  const reply = await site.get(path);
  expect(reply.statusCode, `${path}: ${reply.body}`).toBe(200);
  return reply.json<unknown>();
};
const days = async () => {
  const closed = ((await ask('/api/v1/fair/days')) as { days: FairDay[] }).days;
  return closed.map(({ day, draws }) => [day, draws]).toReversed();
};
/** The days that the proofs of these openings name, in their order. Each proof leads to its day's root. */
const provedDays = async () => {
  const named: (string | null)[] = [];
  for (const { epochId, nonce } of opened) {
    const proof = (await ask(`/api/v1/fair/proof?epoch=${epochId}&nonce=${nonce}`)) as DrawProof;
    const [draw] = (await drawsOf(site, epochId, nonce)).draws;
    if (proof.day) expect(leadsTo(leafAgain(epochId, draw!), proof)).toBe(true);
    named.push(proof.day?.day ?? null);
  }
  return named;
};
const runJobs = async (on: TestApp) => {
  await countDraws(on.deps);
  await closeDays(on.deps);
};

describe('SE11 a day that was closed too early', () => {
  test('loses no draw: those that follow are in the tree of the next day, and all proofs lead to a root', async () => {
    const now = site.deps.now;
    sibling.deps.now = () => new Date(now().getTime() + DAY_MS);
    await play(site);
    await runJobs(sibling);
    expect(await days()).toEqual([['2026-01-15', 3]]);
    // the honest rest of the day
    await play(site, 4);
    await runJobs(site);
    expect(await provedDays()).toEqual([...Array(3).fill('2026-01-15'), ...Array(4).fill(null)]);
    site.advanceMs(DAY_MS);
    await play(site, 2);
    site.advanceMs(DAY_MS);
    await runJobs(site);
    expect(await days()).toEqual([
      ['2026-01-15', 3],
      ['2026-01-16', 6],
    ]);
    expect(await provedDays()).toEqual([...Array(3).fill('2026-01-15'), ...Array(6).fill('2026-01-16')]);
    expect(await faultsOfDays(ask)).toEqual([]);
  });

  test('draws that follow and have no next day to be in get one', async () => {
    const now = site.deps.now;
    sibling.deps.now = () => new Date(now().getTime() + DAY_MS);
    await play(site);
    await runJobs(sibling);
    await play(site, 2);
    site.advanceMs(2 * DAY_MS);
    await runJobs(site);
    expect(await days()).toEqual([
      ['2026-01-15', 3],
      ['2026-01-16', 2],
    ]);
    expect(await faultsOfDays(ask)).toEqual([]);
  });

  test('draws dated by a process whose clock is days behind, or ahead, are in exactly one tree', async () => {
    const now = site.deps.now;
    await play(site);
    site.advanceMs(DAY_MS);
    await runJobs(site);
    sibling.deps.now = () => new Date(now().getTime() - 3 * DAY_MS);
    await play(sibling, 2);
    sibling.deps.now = () => new Date(now().getTime() + 5 * DAY_MS);
    await play(sibling, 1);
    await play(site, 4);
    site.advanceMs(DAY_MS);
    await runJobs(site);
    expect(await days()).toEqual([
      ['2026-01-15', 3],
      ['2026-01-16', 6],
    ]);
    site.advanceMs(5 * DAY_MS);
    await runJobs(site);
    expect((await days()).at(-1)).toEqual(['2026-01-21', 1]);
    expect(await provedDays()).not.toContain(null);
    expect(await faultsOfDays(ask)).toEqual([]);
  });

  test('a draw that is committed after the tree of its day is in the next one', async () => {
    await play(site, 2);
    const late = await site.pool.connect();
    await late.query('BEGIN');
    await late.query(
      `WITH drawn AS (
        INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
        SELECT epoch_id, 2, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at
        FROM draws WHERE nonce = 1 RETURNING *)
      INSERT INTO coupons (account_id, item_id, draw_id, is_swap_available, premium_coins_price, created_at)
      SELECT $1, item_id, id, false, 0, created_at FROM drawn`,
      [player.accountId],
    );
    site.advanceMs(DAY_MS);
    // while it is being written no tree is made: a smaller id may still come
    await runJobs(site);
    expect(await days()).toEqual([]);
    await late.query('UPDATE case_lots SET opened = opened + 1');
    await late.query('UPDATE fair_epochs SET next_nonce = next_nonce + 1');
    await late.query('COMMIT');
    late.release();
    await runJobs(site);
    expect(await days()).toEqual([['2026-01-15', 3]]);
  });
});

describe('SE11 a process whose clock is ahead of the database', () => {
  const realNow = () => new Date();
  // some hours more than a day, because a day is closed only some time after its end
  const dayAhead = () => new Date(Date.now() + DAY_MS + 6 * HOUR_MS);
  const today = () => realNow().toISOString().slice(0, 10);

  test('closes no day that is not over, says so, and dates no draw in the future', async () => {
    site.deps.now = realNow;
    player = await createPlayer(site.deps, { 1: 20 });
    await play(site);
    sibling.deps.now = dayAhead;
    const logged = vi.spyOn(sibling.deps.log, 'error').mockImplementation(() => {});
    await runJobs(sibling);
    expect(await days()).toEqual([]);
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ day: today() }), expect.stringContaining('ahead of the database')],
    ]);
    // its own draws, one by one and several
    await site.pool.query(`UPDATE sessions SET expires_at = now() + interval '3 days', created_at = now()`);
    await play(sibling, 2);
    const several = { case_id: 1, count: 5 };
    expect((await sibling.post('/api/v1/cases/open-multiple/', several, player.headers)).statusCode).toBe(
      200,
    );
    const { rows } = await site.pool.query(
      `SELECT count(*)::int AS future FROM draws WHERE created_at > now()`,
    );
    expect(rows).toEqual([{ future: 0 }]);
    await runJobs(site);
    await runJobs(sibling);
    expect([await days(), new Set(await provedDays())]).toEqual([[], new Set([null])]);
  });

  test('two servers that close at once continue the chain once, also when they disagree about the day', async () => {
    await play(site);
    site.advanceMs(DAY_MS);
    await closeDays(site.deps);
    await play(site);
    site.advanceMs(2 * DAY_MS);
    sibling.deps.now = site.deps.now;
    await Promise.all([site, sibling, site, sibling].map(({ deps }) => closeDays(deps)));
    const [last] = ((await ask('/api/v1/fair/days')) as { days: FairDay[] }).days;
    const forged = `INSERT INTO draw_days (day, draws, root, previous_root, tree_root, settled_draw_id, created_at)
      SELECT day + 1, draws, 'other', previous_root, tree_root, settled_draw_id, created_at FROM draw_days WHERE day = $1`;
    await expect(site.pool.query(forged, [last?.day])).rejects.toThrow('draw_days_one_chain');
    expect(await faultsOfDays(ask)).toEqual([]);
  });
});
