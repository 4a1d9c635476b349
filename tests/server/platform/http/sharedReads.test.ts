import { brotliDecompressSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { LandingData } from '#/contract/landing.ts';
import type { DonateData, Good, ShopCaseDetails } from '#/contract/shop.ts';
import { CSRF_HEADER } from '#/contract/page.ts';
import { makeDiscount, stopDiscount } from '#/server/domain/pricing/discountCodes.ts';
import { tablesOf } from '#/server/domain/seed/catalogueTables.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { testCatalogue } from '../../../support/catalogue/testCatalogue.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { recordStatements } from '../../../support/tools/recordStatements.ts';

/** Two processes that answer, and a third that changes things. */
let sites: [TestApp, TestApp];
let third: TestApp;
beforeAll(async () => {
  const first = await createTestApp();
  sites = [first, await createSibling(first)];
  third = await createSibling(first);
});
afterAll(async () => {
  await third.close();
  await sites[1].close();
  await sites[0].close();
});

const english = { 'accept-language': 'en' };
/** Asks both processes for the same, at once. */
const askBoth = (url: string) => Promise.all(sites.map((site) => site.get(url, english)));
const change = (alter: (copy: typeof testCatalogue) => void) => {
  const copy = structuredClone(testCatalogue);
  alter(copy);
  return importCatalogue(third.pool, copy);
};
const leftOf = (goods: Good[]) => goods.find(({ id }) => id === GOOD.limited)?.count;

describe('N9 what is the same for everybody is right at once on every process', () => {
  test('N9 a price', async () => {
    const price = async () =>
      (await askBoth('/api/donate-data')).map((reply) => reply.json<DonateData>().products[0]?.base_price);
    expect(await price()).toEqual([0.1, 0.1]);
    await change(({ products }) => Object.assign(products[0]!, { basePriceCents: 12 }));
    expect(await price()).toEqual([0.12, 0.12]);
    await importCatalogue(third.pool, testCatalogue);
    expect(await price()).toEqual([0.1, 0.1]);
  });

  test('N9 a piece that is sold, and one that comes back', async () => {
    const url = '/api/v1/goods?server=everest';
    const left = async () =>
      (await askBoth(url)).map((reply) => leftOf(reply.json<{ goods: Good[] }>().goods));
    expect(await left()).toEqual([3, 3]);
    useFakeProvider(third);
    const player = await createPlayer(third.deps);
    const id = await pendingOrder(third, player, { goods_id: GOOD.limited, product_type: 'goods' });
    expect(await left()).toEqual([3, 3]);
    await applyPaymentEvent(third, id, 'paid');
    expect(await left()).toEqual([2, 2]);
    await third.pool.query('UPDATE goods SET sold = sold - 1 WHERE id = $1', [GOOD.limited]);
    expect(await left()).toEqual([3, 3]);
    await third.pool.query('UPDATE goods SET sold = sold + 1 WHERE id = $1', [GOOD.limited]);
  });

  test('N9 a banner, when its code is made, begins, is stopped and ends', async () => {
    const banner = async () =>
      (await askBoth('/api/v1/landing-data')).map((reply) => reply.json<LandingData>().promo?.code ?? null);
    const HOUR_MS = 3_600_000;
    const inMs = (durationMs: number) => new Date(sites[0].deps.now().getTime() + durationMs);
    const terms = { code: 'FIRST10', percentBasisPoints: 1000 };
    expect(await banner()).toEqual([null, null]);
    await withTx(third.pool, (tx) =>
      makeDiscount(
        tx,
        third.deps,
        { ...terms, startsAt: inMs(HOUR_MS), endsAt: inMs(3 * HOUR_MS) },
        'operator',
      ),
    );
    expect(await banner()).toEqual([null, null]);
    for (const site of sites) site.advanceMs(HOUR_MS);
    expect(await banner()).toEqual(['FIRST10', 'FIRST10']);
    await withTx(third.pool, (tx) => stopDiscount(tx, third.deps, 'FIRST10'));
    expect(await banner()).toEqual([null, null]);
    await third.pool.query(`UPDATE discount_codes SET is_active = true WHERE code = 'FIRST10'`);
    expect(await banner()).toEqual(['FIRST10', 'FIRST10']);
    for (const site of sites) site.advanceMs(2 * HOUR_MS);
    expect(await banner()).toEqual([null, null]);
  });

  test('N9 the odds of a case', async () => {
    const tickets = async () =>
      (await askBoth('/api/one-rp/cases/show/1')).map(
        (reply) => reply.json<ShopCaseDetails>().case.items[0]?.tickets,
      );
    expect(await tickets()).toEqual([400_000, 400_000]);
    await change(({ cases }) => {
      const [most, second] = cases[0]!.items;
      most!.tickets -= 1000;
      second!.tickets += 1000;
    });
    expect(await tickets()).toEqual([399_000, 399_000]);
  });

  test('N9 a change that is rolled back is never shown', async () => {
    const names = async () =>
      (await askBoth('/api/v1/servers')).map((reply) => reply.json<DonateData>().servers[0]?.name);
    const client = await third.pool.connect();
    await client.query('BEGIN');
    await client.query(
      `UPDATE servers SET names = jsonb_set(names, '{en}', '"Never"') WHERE key = 'everest'`,
    );
    expect(await names()).toEqual(['Everest', 'Everest']);
    await client.query('ROLLBACK');
    client.release();
    expect(await names()).toEqual(['Everest', 'Everest']);
  });

  test('N9 every table that an import, a discount or a notice of changed terms writes tells its changes', async () => {
    const written = [
      ...tablesOf(testCatalogue).map(({ table }) => table),
      'case_odds',
      'discount_codes',
      'terms_notices',
    ];
    const { rows } = await third.pool.query<{ name: string }>(
      `SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'tell_change'`,
    );
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(written));
  });
});

const SHARED = Object.entries<Endpoint>(endpoints).filter(([, { shared }]) => shared);
const addressOf = async ({ path }: Endpoint) => {
  const { rows } = await sites[0].pool.query<{ hash: string }>('SELECT hash FROM case_odds LIMIT 1');
  const filled = path.replace('{id}', '1').replace('{hash}', rows[0]!.hash);
  return filled.endsWith('/goods') ? `${filled}?server=everest` : filled;
};

describe('N9 ready bytes', () => {
  test('N9 equal answers are read once, and cost the version alone', async () => {
    for (const [, endpoint] of SHARED) {
      const url = await addressOf(endpoint);
      await sites[0].get(url, english);
      const statements = await recordStatements(async () => {
        await Promise.all([sites[0].get(url, english), sites[0].get(url, english)]);
      });
      // the feed also asks which prizes it shows now, which a ban and the clock change
      const versions = statements.filter(({ text }) => !text.includes('FROM drops one'));
      expect([url, versions.every(({ text }) => text.includes('catalogue_versions'))]).toEqual([url, true]);
      expect(versions.length).toBeLessThanOrEqual(2);
      expect([url, statements.length - versions.length]).toEqual([url, endpoint === endpoints.drops ? 2 : 0]);
    }
  });

  test('N9 have a validator for each encoding, and 304 for who has them', async () => {
    expect(SHARED.length).toBeGreaterThan(6);
    for (const url of ['/', '/en/donate', ...(await Promise.all(SHARED.map(([, it]) => addressOf(it))))]) {
      const get = (headers: object) => sites[0].app.inject({ url, headers: { ...english, ...headers } });
      const plain = await get({});
      const packed = await get({ 'accept-encoding': 'gzip, br' });
      const tags = [plain, packed].map(({ headers }) => String(headers['etag']));
      expect([url, packed.headers['content-encoding'], new Set(tags).size]).toEqual([url, 'br', 2]);
      expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
      for (const tag of [tags[1]!, `W/${tags[1]}`, `"other", ${tags[1]}`, '*']) {
        const again = await get({ 'accept-encoding': 'br', 'if-none-match': tag });
        expect([url, again.statusCode, again.rawPayload.length]).toEqual([url, 304, 0]);
        expect(again.headers['etag']).toBe(tags[1]);
        expect(again.headers['content-security-policy']).toBe(packed.headers['content-security-policy']);
      }
      const other = await get({ 'if-none-match': tags[1]! });
      expect([other.statusCode, other.body]).toEqual([200, plain.body]);
      const head = await sites[0].inject({ method: 'HEAD', url, headers: english });
      expect([head.statusCode, head.headers['etag'], head.body]).toEqual([200, tags[0], '']);
    }
  });

  test('N9 are never stored without asking, and differ by language, encoding and cookie', async () => {
    const varies = ({ headers }: LightMyRequestResponse) =>
      String(headers['vary'])
        .split(', ')
        .toSorted((a, b) => a.localeCompare(b));
    const answer = await sites[0].get('/api/donate-data');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(varies(answer)).toEqual(['accept-encoding', 'accept-language', 'cookie']);
    const page = await sites[0].get('/donate');
    expect([page.headers['cache-control'], varies(page)]).toEqual([
      'private, no-cache',
      ['accept-encoding', 'cookie'],
    ]);
    const missing = await sites[0].get('/nothing', { 'if-none-match': '*' });
    expect([missing.statusCode, missing.headers['etag']]).toEqual([404, undefined]);
    const refused = await sites[0].get('/api/one-rp/cases/show/99');
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  test('N9 a page is the same for all visitors, and sets no cookie', async () => {
    const pages = await Promise.all([0, 1].map(() => sites[0].get('/terms')));
    expect(pages[0]!.body).toBe(pages[1]!.body);
    expect(pages.flatMap(({ cookies }) => cookies)).toEqual([]);
    expect(pages[0]!.body).not.toContain('csrf-token');
  });

  test('N9 A5 a page without a token gets one of its own', async () => {
    const given = await sites[0].get('/api/v1/csrf-token');
    const [cookie] = given.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(given.headers['cache-control']).toBe('no-store');
    const send = async (token: string) =>
      (
        await sites[0].post(
          '/auth-store-token',
          { token: '' },
          { [CSRF_HEADER]: token, cookie: `${cookie?.name}=${encodeURIComponent(cookie?.value ?? '')}` },
        )
      ).statusCode;
    expect(await send(given.json<{ csrfToken: string }>().csrfToken)).toBe(200);
    expect(
      await send((await sites[0].get('/api/v1/csrf-token')).json<{ csrfToken: string }>().csrfToken),
    ).toBe(403);
  });
});
