import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LandingData } from '#/contract/landing.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { demoDiscount, seedDemoDiscount } from '#/server/demo/demoDiscount.ts';
import { makeDiscount, type NewDiscount, stopDiscount } from '#/server/domain/pricing/discountCodes.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { testCatalogue } from '../../../support/catalogue/testCatalogue.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let site: TestApp;
beforeEach(async () => {
  site = await createTestApp();
});
afterEach(() => site.close());

test('A1 the servers come in their order, named in the language that is asked for', async () => {
  const replies = await Promise.all(
    ['en-GB,en;q=0.9', 'uk', 'de', 'en;q=0.2, uk;q=0.8', ''].map((language) =>
      site.get('/api/v1/servers', language ? { 'accept-language': language } : {}),
    ),
  );
  expect(replies.map((reply) => reply.json().servers[0])).toEqual([
    { key: 'everest', name: 'Everest' },
    { key: 'everest', name: 'Еверест' },
    { key: 'everest', name: 'Эверест' },
    { key: 'everest', name: 'Еверест' },
    { key: 'everest', name: 'Эверест' },
  ]);
  expect(replies[0]?.json().servers).toHaveLength(2);
});

async function landingData(language = 'en'): Promise<LandingData> {
  return (await site.get('/api/v1/landing-data', { 'accept-language': language })).json();
}

test('L6 the details of servers are in the requested language, as far as the catalogue has them', async () => {
  const { servers } = await landingData('uk');
  expect(servers).toEqual([
    {
      key: 'everest',
      name: 'Еверест',
      address: 'everest.game.example:22005',
      district: 'Big city uk',
      facts: 'since 2021 uk',
      points: [
        { icon: 'car', title: '340 cars uk', text: 'All of them fast uk' },
        { icon: 'voice', title: 'Voice uk', text: 'Heard nearby uk' },
      ],
    },
    { key: 'fuji', name: 'Фудзі', address: null, district: '', facts: '', points: [] },
  ]);
  expect((await landingData('ru')).servers[0]?.district).toBe('Big city ru');
});

test('the news are the newest six, without those that were withdrawn', async () => {
  const ids = async () => (await landingData()).news.map(({ id }) => id);
  expect((await landingData('ru')).news[0]).toEqual({
    id: 'news-7',
    publishedOn: '2026-01-07',
    title: 'News 7 ru',
    text: 'Text 7 ru',
  });
  expect(await ids()).toEqual(['news-7', 'news-6', 'news-5', 'news-4', 'news-3', 'news-2']);
  const { promos, news } = testCatalogue.landing;
  const landing = { promos, news: news.filter(({ key }) => key !== 'news-6') };
  await importCatalogue(site.pool, { ...testCatalogue, landing });
  expect(await ids()).toEqual(['news-7', 'news-5', 'news-4', 'news-3', 'news-2', 'news-1']);
});

describe('L5 the promotion', () => {
  const make = (code: string, rest: Partial<NewDiscount>) =>
    withTx(site.pool, (tx) =>
      makeDiscount(tx, site.deps, { code, percentBasisPoints: 1000, ...rest }, 'operator'),
    );
  const inMs = (durationMs: number) => new Date(site.deps.now().getTime() + durationMs);
  const shown = async () => (await landingData()).promo;

  test('is the first of which the discount code works, until the very end of that', async () => {
    expect(await shown()).toBeNull();
    const [soon, later] = [inMs(HOUR_MS), inMs(2 * HOUR_MS)];
    await make('SECOND10', { endsAt: later });
    expect(await shown()).toEqual({ title: 'Second en', code: 'SECOND10', endsAt: later.toISOString() });
    await make('FIRST10', { endsAt: soon });
    expect(await shown()).toEqual({ title: 'First en', code: 'FIRST10', endsAt: soon.toISOString() });
    site.advanceMs(HOUR_MS);
    expect(await shown()).toMatchObject({ code: 'SECOND10' });
    site.advanceMs(HOUR_MS);
    expect(await shown()).toBeNull();
  });

  test('is none while its code has no end, has not begun or was stopped, and when it was withdrawn', async () => {
    await make('SECOND10', {});
    expect(await shown()).toBeNull();
    const endsAt = inMs(3 * HOUR_MS);
    await make('FIRST10', { startsAt: inMs(HOUR_MS), endsAt });
    expect(await shown()).toBeNull();
    site.advanceMs(HOUR_MS);
    expect(await shown()).toMatchObject({ code: 'FIRST10' });
    const { news, promos } = testCatalogue.landing;
    await importCatalogue(site.pool, { ...testCatalogue, landing: { news, promos: promos.slice(1) } });
    expect(await shown()).toBeNull();
    await importCatalogue(site.pool, testCatalogue);
    expect(await shown()).toMatchObject({ code: 'FIRST10' });
    await withTx(site.pool, (tx) => stopDiscount(tx, site.deps, 'FIRST10'));
    expect(await shown()).toBeNull();
  });

  test('of the demonstration ends within a week and is prolonged by a later start, not before', async () => {
    const { code } = demoDiscount;
    const title = { ru: 'a', uk: 'b', en: 'c' };
    const landing = { news: [], promos: [{ code, title }] };
    await importCatalogue(site.pool, { ...testCatalogue, landing });
    const endOf = async () => Date.parse((await shown())?.endsAt ?? '');
    await seedDemoDiscount(site.deps);
    const first = await endOf();
    expect(first - site.deps.now().getTime()).toBeGreaterThan(DAY_MS);
    expect(first - site.deps.now().getTime()).toBeLessThan(7 * DAY_MS);
    site.advanceMs(DAY_MS);
    await seedDemoDiscount(site.deps);
    expect(await endOf()).toBe(first);
    site.advanceMs(first - site.deps.now().getTime());
    expect(await shown()).toBeNull();
    await seedDemoDiscount(site.deps);
    expect((await endOf()) - site.deps.now().getTime()).toBeGreaterThan(DAY_MS);
    // one that was made before codes of the demonstration had an end
    await site.pool.query('UPDATE discount_codes SET ends_at = NULL');
    await seedDemoDiscount(site.deps);
    expect(await endOf()).toBeGreaterThan(first);
    const { rows } = await site.pool.query('SELECT event FROM audit WHERE event LIKE $1 ORDER BY id', [
      'discount%',
    ]);
    expect(rows.map(({ event }) => event)).toEqual([
      'discountCodeMade',
      'discountCodeProlonged',
      'discountCodeProlonged',
    ]);
  });
});
