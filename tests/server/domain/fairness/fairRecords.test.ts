import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenMultipleReply } from '#/contract/cases.ts';
import { itemOfTicket, parseOdds } from '#/contract/fair.ts';
import { dayRoot } from '#/contract/fair.ts';
import type { DrawProof, FairDay, FairStats } from '#/contract/fairness.ts';
import { differingDays } from '#/server/domain/books/fairInvariants.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { closeDays } from '#/server/domain/fairness/closeDays.ts';
import { countDraws } from '#/server/domain/fairness/countDraws.ts';
import { leadsTo, leafAgain } from '../../../prove/fair/verifier.ts';
import { createPlayer, open, type Player } from '../../../support/app/factories.ts';
import { drawsOf, liveOf } from '../../../support/fairness/fairness.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

// 2026-01-15 12:00 UTC in each test
let site: TestApp;
beforeEach(async () => {
  site = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(site.pool)).toEqual({});
  expect(await differingDays(site.deps.db)).toEqual([]);
  await site.close();
});

const statsOf = async (caseId = 1) => (await site.get(`/api/v1/fair/stats/${caseId}`)).json<FairStats>();
const daysOf = async (query = '') =>
  (await site.get(`/api/v1/fair/days${query}`)).json<{ days: FairDay[]; nextBefore: string | null }>();
const proofOf = async (epoch: string, nonce: number) =>
  (await site.get(`/api/v1/fair/proof?epoch=${epoch}&nonce=${nonce}`)).json<DrawProof>();
const openHundred = async (player: Player) =>
  (
    await site.post('/api/v1/cases/open-multiple/', { case_id: 1, count: 100 }, player.headers)
  ).json<OpenMultipleReply>();

/** Draws of an item in so many pieces, without playing for them. */
async function forge(player: Player, counts: Record<number, number>): Promise<void> {
  await site.pool.query('ALTER TABLE draws DISABLE TRIGGER append_only');
  for (const [itemId, count] of Object.entries(counts))
    await site.pool.query(
      `WITH epoch AS (
        UPDATE fair_epochs SET next_nonce = next_nonce + $3 WHERE account_id = $1 AND ended_at IS NULL RETURNING *),
      lot AS (
        UPDATE case_lots SET opened = opened + $3 WHERE account_id = $1 AND case_id = 1 RETURNING *),
      drawn AS (
        INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
        SELECT epoch.id, epoch.next_nonce - $3 + at, 'forged', 'player', lot.id, lot.odds_hash, 0, $2, $4
        FROM epoch, lot, generate_series(0, $3::int - 1) at RETURNING *)
      INSERT INTO coupons (account_id, item_id, draw_id, is_swap_available, premium_coins_price, created_at)
      SELECT $1, item_id, id, false, 0, $4 FROM drawn`,
      [player.accountId, itemId, count, site.deps.now()],
    );
  await site.pool.query('ALTER TABLE draws ENABLE TRIGGER append_only');
}

describe('PF1 declared against observed', () => {
  test('draws are counted once, whoever counts and however often', async () => {
    const sibling = await createSibling(site);
    sibling.deps.now = site.deps.now;
    const player = await createPlayer(site.deps, { 1: 300 });
    expect((await statsOf()).revisions).toEqual([]);
    const first = await openHundred(player);
    await Promise.all([site, sibling, site, sibling].map(({ deps }) => countDraws(deps)));
    const [counted] = (await statsOf()).revisions;
    expect(counted).toMatchObject({ revision: 1, oddsHash: first.fair[0]?.oddsHash, draws: 100 });
    const { rows } = await site.pool.query<{ text: string }>('SELECT text FROM case_odds WHERE hash = $1', [
      counted?.oddsHash,
    ]);
    const table = parseOdds(rows[0]!.text);
    expect(counted?.items.map(({ id, tickets, observed }) => ({ id, tickets, observed }))).toEqual(
      table.map(({ itemId, tickets }) => ({
        id: itemId,
        tickets,
        observed: first.fair.filter(({ ticket }) => itemOfTicket(table, ticket) === itemId).length,
      })),
    );
    expect(counted?.pValue).toBeGreaterThan(0);
    await openHundred(player);
    await countDraws(site.deps);
    expect((await statsOf()).revisions[0]?.draws).toBe(200);
    await sibling.close();
  });

  test('a draw that is committed late is not skipped', async () => {
    const player = await createPlayer(site.deps, { 1: 3 });
    await open(site, player, { case_id: 1 });
    const other = await createPlayer(site.deps, { 1: 1 });
    // an older id that nobody sees yet, however long ago it was made
    const late = await site.pool.connect();
    await late.query('BEGIN');
    const { rows } = await late.query<{ id: string }>(
      `INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
        SELECT epoch_id, 1, client_seed, client_seed_origin, lot_id, odds_hash, 0, 100, created_at FROM draws
        RETURNING id`,
    );
    await open(site, other, { case_id: 1 });
    site.advanceMs(24 * HOUR_MS);
    await countDraws(site.deps);
    expect((await statsOf()).revisions).toEqual([]);
    await late.query('UPDATE case_lots SET opened = opened + 1 WHERE account_id = $1', [player.accountId]);
    await late.query('UPDATE fair_epochs SET next_nonce = next_nonce + 1 WHERE account_id = $1', [
      player.accountId,
    ]);
    await late.query(
      `INSERT INTO coupons (account_id, item_id, draw_id, is_swap_available, premium_coins_price, created_at)
        VALUES ($1, 100, $2, false, 0, now())`,
      [player.accountId, rows[0]?.id],
    );
    await late.query('COMMIT');
    late.release();
    await countDraws(site.deps);
    expect((await statsOf()).revisions[0]?.draws).toBe(3);
  });

  test('a count that was cut short is done again, and nothing is counted twice', async () => {
    const player = await createPlayer(site.deps, { 1: 100 });
    await openHundred(player);
    site.advanceMs(6 * MINUTE_MS);
    await site.pool.query(`CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'broken on purpose'; END $$;
      CREATE TRIGGER break_it AFTER UPDATE ON draw_count_mark EXECUTE FUNCTION break_it()`);
    await expect(countDraws(site.deps)).rejects.toThrow();
    expect((await statsOf()).revisions).toEqual([]);
    await site.pool.query('DROP TRIGGER break_it ON draw_count_mark; DROP FUNCTION break_it');
    await countDraws(site.deps);
    expect((await statsOf()).revisions[0]?.draws).toBe(100);
  });

  test('prizes that differ beyond chance are an alarm in log and metrics, and others are none', async () => {
    const player = await createPlayer(site.deps, { 1: 2000 });
    const logged = vi.spyOn(site.deps.log, 'error').mockImplementation(() => {});
    const gauge = async () => /^fair_deviating_odds (\d+)$/m.exec((await site.get('/metrics')).body)?.[1];
    // as declared, but for the rarest
    await forge(player, { 100: 400, 101: 250, 102: 150, 103: 100, 104: 60, 105: 30, 106: 10 });
    site.advanceMs(6 * MINUTE_MS);
    await countDraws(site.deps);
    expect((await statsOf()).revisions[0]?.pValue).toBeGreaterThan(0.99);
    expect([logged.mock.calls, await gauge()]).toEqual([[], '0']);
    // a tenth of the most frequent became one of the rarest
    await forge(player, { 100: 360, 101: 250, 102: 150, 103: 100, 104: 60, 105: 70, 106: 10 });
    site.advanceMs(6 * MINUTE_MS);
    await countDraws(site.deps);
    expect((await statsOf()).revisions[0]?.pValue).toBeLessThan(0.0001);
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ caseId: 1, draws: 2000 }), expect.stringContaining('beyond chance')],
    ]);
    expect(await gauge()).toBe('1');
  });
});

describe('PF1 closed days', () => {
  test('hold the draws of their day and name the day before; days without draws are none', async () => {
    const player = await createPlayer(site.deps, { 1: 500 });
    await openHundred(player);
    await closeDays(site.deps);
    expect((await daysOf()).days).toEqual([]);
    site.advanceMs(12 * HOUR_MS + 5 * MINUTE_MS);
    // the day is over, but not long enough
    await closeDays(site.deps);
    expect((await daysOf()).days).toEqual([]);
    site.advanceMs(5 * MINUTE_MS);
    await closeDays(site.deps);
    expect((await daysOf()).days).toMatchObject([{ day: '2026-01-15', draws: 100, previousRoot: null }]);
    // two days later
    site.advanceMs(36 * HOUR_MS);
    const { accountId } = player;
    await site.pool.query(
      `UPDATE sessions SET expires_at = expires_at + interval '9 days' WHERE account_id = $1`,
      [accountId],
    );
    await openHundred(player);
    site.advanceMs(48 * HOUR_MS);
    await closeDays(site.deps);
    const { days, nextBefore } = await daysOf();
    expect(days.map(({ day, draws }) => [day, draws])).toEqual([
      ['2026-01-17', 100],
      ['2026-01-15', 100],
    ]);
    expect([days[0]?.previousRoot, nextBefore]).toEqual([days[1]?.root, null]);
    for (const day of days) expect(day.root).toBe(dayRoot({ ...day, treeRoot: day.treeRoot ?? '' }));
    expect((await daysOf('?before=2026-01-17')).days).toEqual(days.slice(1));
  });

  // which of two processes draws first: the one whose day is over, or the one whose day goes on
  test.each([
    ['the earlier day', 0],
    ['the later day', 1],
  ])(
    'draws on both sides of midnight are of their own day, with mixed ids and %s first',
    async (_, ahead) => {
      const player = await createPlayer(site.deps, { 1: 10 });
      const now = site.deps.now;
      // one process is half a second behind
      const behind = await createSibling(site);
      site.advanceMs(12 * HOUR_MS);
      behind.deps.now = () => new Date(now().getTime() - 500);
      for (let piece = 0; piece < 10; piece++)
        await open((piece + ahead) % 2 ? site : behind, player, { case_id: 1 });
      site.advanceMs(25 * HOUR_MS);
      await closeDays(site.deps);
      expect((await daysOf()).days.map(({ day, draws }) => [day, draws])).toEqual([
        ['2026-01-16', 5],
        ['2026-01-15', 5],
      ]);
      await behind.close();
    },
  );

  test('are closed once by several servers at once, and by the next one when one is cut short', async () => {
    const sibling = await createSibling(site);
    sibling.deps.now = site.deps.now;
    const player = await createPlayer(site.deps, { 1: 200 });
    await openHundred(player);
    site.advanceMs(13 * HOUR_MS);
    await openHundred(player);
    site.advanceMs(24 * HOUR_MS);
    await site.pool.query(`CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'broken on purpose'; END $$;
      CREATE TRIGGER break_it AFTER INSERT ON draw_day_parts EXECUTE FUNCTION break_it()`);
    await expect(closeDays(site.deps)).rejects.toThrow();
    expect((await daysOf()).days).toEqual([]);
    await site.pool.query('DROP TRIGGER break_it ON draw_day_parts; DROP FUNCTION break_it');
    await Promise.all([site, sibling, site, sibling, site].map(({ deps }) => closeDays(deps)));
    expect((await daysOf()).days.map(({ draws }) => draws)).toEqual([100, 100]);
    await sibling.close();
  });

  test('cannot be changed', async () => {
    const player = await createPlayer(site.deps, { 1: 1 });
    await open(site, player, { case_id: 1 });
    site.advanceMs(36 * HOUR_MS);
    await closeDays(site.deps);
    for (const statement of ['UPDATE draw_days SET root = root', 'DELETE FROM draw_day_parts'])
      await expect(site.pool.query(statement)).rejects.toThrow();
  });
});

describe('PF1 the proof of a draw', () => {
  test('leads from any draw to the root of its day, over several parts, and there is none before the day is closed', async () => {
    const player = await createPlayer(site.deps, { 1: 2200 });
    const epoch = (await liveOf(site, player)).epoch.id;
    for (let many = 0; many < 21; many++) await openHundred(player);
    for (let piece = 0; piece < 3; piece++) await open(site, player, { case_id: 1 });
    expect(await proofOf(epoch, 0)).toEqual({ day: null, index: 0, path: [] });
    site.advanceMs(13 * HOUR_MS);
    await open(site, player, { case_id: 1 });
    await closeDays(site.deps);
    expect((await daysOf()).days).toMatchObject([{ draws: 2103 }]);
    const pages = await Promise.all([0, 1000, 2000].map((from) => drawsOf(site, epoch, from)));
    const draws = pages.flatMap((page) => page.draws);
    for (const nonce of [0, 1, 511, 1023, 1024, 1025, 2047, 2048, 2100, 2102]) {
      const proof = await proofOf(epoch, nonce);
      expect([nonce, proof.index, leadsTo(leafAgain(epoch, draws[nonce]!), proof)]).toEqual([
        nonce,
        nonce,
        true,
      ]);
      const altered = { ...draws[nonce]!, ticket: draws[nonce]!.ticket ^ 1 };
      expect(leadsTo(leafAgain(epoch, altered), proof)).toBe(false);
    }
    expect((await proofOf(epoch, 2103)).day).toBeNull();
  });
});
