import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { blockAccount } from '../../../support/players/blocks.ts';
import { dealPrizes, feedOf, revealPrizesOf } from '../../../support/players/rarePrizes.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { explain } from '../../../support/tools/explain.ts';
import { recordStatements } from '../../../support/tools/recordStatements.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let site: TestApp;
let sibling: TestApp;
beforeEach(async () => {
  site = await createTestApp();
  sibling = await createSibling(site);
  sibling.deps.now = site.deps.now;
});
afterEach(async () => {
  await sibling.close();
  await site.close();
});

/** Asks both processes; they must agree. */
async function feed(caseId?: number) {
  const [here, there] = await Promise.all(
    [site, sibling].map((app) => feedOf(app, { locale: 'en', ...(caseId !== undefined && { caseId }) })),
  );
  expect(there).toEqual(here);
  return { period: here!.period, names: here!.drops.map(({ item }) => item.name) };
}

describe('FA8 quiet times', () => {
  afterEach(async () => expect(await brokenInvariants(site.pool)).toEqual({}));

  test('FA8 with fewer than five in an hour the feed is the best of the week, the rarest first', async () => {
    const [first, second] = [await dealPrizes(site), await dealPrizes(site)];
    // the epic ones come first, whatever was won last
    await revealPrizesOf(site, first, 5, 6);
    site.advanceMs(30 * 60_000);
    await revealPrizesOf(site, second, 4, 7);
    expect(await feed()).toEqual({
      period: 'week',
      names: ['Prize 1-6', 'Prize 1-5', 'Prize 1-5', 'Prize 1-4'],
    });
    // the fifth in an hour
    await revealPrizesOf(sibling, first, 4, 5);
    expect(await feed()).toEqual({
      period: 'newest',
      names: ['Prize 1-4', 'Prize 1-6', 'Prize 1-5', 'Prize 1-4', 'Prize 1-5'],
    });
    // after half an hour more the first is not of the last hour
    site.advanceMs(30 * 60_000);
    expect(await feed()).toEqual({
      period: 'week',
      names: ['Prize 1-6', 'Prize 1-5', 'Prize 1-5', 'Prize 1-4', 'Prize 1-4'],
    });
    site.advanceMs(7 * DAY_MS - 30 * 60_000);
    expect(await feed()).toEqual({ period: 'week', names: [] });
  });

  test('FA8 the bound is configured, and the best are ten', async () => {
    const lively = await createSibling(site, { config: { feedLiveFrom: 1 } });
    lively.deps.now = site.deps.now;
    for (let winners = 0; winners < 3; winners++) await revealPrizesOf(site, await dealPrizes(site), 4);
    site.advanceMs(HOUR_MS - 1);
    expect((await feedOf(lively)).drops).toHaveLength(12);
    site.advanceMs(1);
    const quiet = await feedOf(lively);
    expect([quiet.period, quiet.drops.length]).toEqual(['week', 10]);
    await lively.close();
  });

  test('FA8 the feed of a case has the prizes of this case alone', async () => {
    await revealPrizesOf(site, await dealPrizes(site));
    expect((await feed(1)).names).toHaveLength(4);
    expect((await feed(2)).names).toEqual([]);
    expect((await feed(9_999_999_999)).names).toEqual([]);
    await revealPrizesOf(site, await dealPrizes(site));
    const live = await feed(1);
    expect([live.period, live.names.length]).toEqual(['newest', 8]);
    expect(await feed(2)).toEqual({ period: 'week', names: [] });
    for (const wrong of ['0', '-1', '1;', '01', '1e3', '99999999999'])
      expect((await site.get(`/api/v1/drops?case=${wrong}`)).statusCode).toBe(400);
  });

  test('FA8 who is banned is left out at once, and is back when the ban ends', async () => {
    const [banned, other] = [await dealPrizes(site), await dealPrizes(site)];
    await revealPrizesOf(site, banned);
    await revealPrizesOf(site, other, 7);
    expect((await feed()).names).toHaveLength(5);
    const endsAt = new Date(site.deps.now().getTime() + DAY_MS);
    await blockAccount(sibling, banned.player.accountId, 'sign-in', { endsAt });
    expect(await feed()).toEqual({ period: 'week', names: ['Prize 1-7'] });
    expect((await feed(1)).names).toEqual(['Prize 1-7']);
    site.advanceMs(DAY_MS);
    expect((await feed()).names).toHaveLength(5);
  });
});

test('FA8 N9 the feed costs a few pages of its indexes, however many prizes were won', async () => {
  // without the rows that a coupon needs: half a million draws would take minutes
  await site.pool.query(`ALTER TABLE coupons DISABLE TRIGGER ALL; ALTER TABLE drops DISABLE TRIGGER ALL`);
  await dealPrizes(site);
  await site.pool.query(
    `INSERT INTO coupons (account_id, item_id, draw_id, is_swap_available, premium_coins_price, created_at, revealed_at)
     SELECT a.id, 100 + n % 8, 1000000 + n, false, 0, $1, $1 FROM generate_series(1, 60000) n, (SELECT min(id) id FROM accounts) a`,
    [site.deps.now()],
  );
  await site.pool.query(
    `INSERT INTO drops (coupon_id, at, case_id, rank)
     SELECT id, $1::timestamptz - (draw_id - 1000000) * interval '9 seconds',
       CASE WHEN draw_id > 1059950 THEN 3 ELSE 1 + draw_id % 2 END, draw_id % 5
     FROM coupons WHERE draw_id > 1000000 ORDER BY draw_id DESC`,
    [new Date(site.deps.now().getTime() - HOUR_MS)],
  );
  await site.pool.query('ANALYZE coupons; ANALYZE drops; ANALYZE accounts');
  const statements = await recordStatements(async () => {
    expect((await feed()).period).toBe('week');
    await feed(2);
    // its prizes were all won long before those of the others
    await feed(3);
  });
  const reads = statements.filter(({ text }) => text.includes('FROM drops one'));
  expect(new Set(reads.map(({ text }) => text)).size).toBe(4);
  for (const read of reads) {
    const { accesses, pages } = await explain(site.pool, read);
    const ofDrops = accesses.filter(({ table }) => table === 'drops' || table === 'coupons');
    expect(ofDrops.map(({ kind }) => kind)).not.toContain('Seq Scan');
    expect(ofDrops.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(300);
    expect(pages).toBeLessThan(1000);
  }
});
