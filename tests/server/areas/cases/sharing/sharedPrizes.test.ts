import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CouponPage } from '#/contract/cases.ts';
import { LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import type { SharedPrize } from '#/contract/sharedPrizes.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { closeAccount } from '#/server/domain/accounts/closeAccount.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer, type Player } from '../../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { blockAccount } from '../../../../support/players/blocks.ts';
import { giveCoupons, refusal } from '../../../../support/players/cabinet.ts';

let site: TestApp;
let sibling: TestApp;
beforeAll(async () => {
  site = await createTestApp();
  sibling = await createSibling(site);
});
afterEach(async () => expect(await brokenInvariants(site.pool)).toEqual({}));
afterAll(async () => {
  await sibling.close();
  await site.close();
});

async function winner(): Promise<{ player: Player; id: number }> {
  const player = await createPlayer(site.deps);
  const [id = 0] = await giveCoupons(site, player, 1);
  return { player, id };
}
const share = (player: Player, id: number, server = site) =>
  server.post('/api/v1/coupons/share', { id }, player.headers);
const withdraw = (player: Player, id: number) =>
  site.post('/api/v1/coupons/withdraw', { id }, player.headers);

async function shared(): Promise<{ player: Player; id: number; code: string }> {
  const { player, id } = await winner();
  return { player, id, code: (await share(player, id)).json<{ code: string }>().code };
}

/** Statuses of all doors to a shared prize, on both processes. */
async function doorsOf(code: string): Promise<number[]> {
  const paths = [`/api/v1/prizes/${code}`, `/prize/${code}`, `/en/prize/${code}`, `/prizes/${code}.ru.png`];
  const replies = await Promise.all(
    paths.flatMap((path) => [site, sibling].map((server) => server.get(path))),
  );
  return [...new Set(replies.map(({ statusCode }) => statusCode))];
}

describe('C14 sharing a prize', () => {
  test('gives one code for 200 parallel requests to two processes', async () => {
    const { player, id } = await winner();
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) => share(player, id, at % 2 ? site : sibling)),
    );
    const codes = new Set(replies.map((reply) => reply.json<{ code: string }>().code));
    expect([...codes]).toEqual([expect.stringMatching(/^[\w-]{16}$/)]);
    const listed = await site.get('/api/v1/coupons/user/', player.headers);
    expect(listed.json<CouponPage>().coupons[0]?.sharedCode).toBe([...codes][0]);
  });

  test('is for the winner alone, and so is withdrawing', async () => {
    const { id, code } = await shared();
    const stranger = await createPlayer(site.deps);
    expect(refusal(await share(stranger, id))).toEqual([404, 'couponNotFound']);
    expect(refusal(await withdraw(stranger, id))).toEqual([404, 'couponNotFound']);
    expect(await doorsOf(code)).toEqual([200]);
  });

  test('a prize that is not shared has no page', async () => {
    const { player, id } = await winner();
    await site.get('/api/v1/coupons/user/', player.headers);
    const { rows } = await site.pool.query('SELECT FROM shared_prizes WHERE coupon_id = $1', [id]);
    expect(rows).toEqual([]);
    expect(await doorsOf('AAAAAAAAAAAAAAAA')).toEqual([404]);
    expect((await site.get(`/api/v1/prizes/${id}`)).statusCode).toBe(404);
  });
});

describe('C14 the page of a shared prize', () => {
  test('tells the prize, its odds and its draw, and nothing of the player or the secret seed', async () => {
    const { code } = await shared();
    const reply = await site.get(`/api/v1/prizes/${code}`, { 'accept-language': 'en' });
    expect(reply.headers['cache-control']).toBe('no-store');
    const prize = reply.json<SharedPrize>();
    expect(Object.keys(prize).toSorted()).toEqual(['at', 'case', 'draw', 'item', 'oddsHash', 'tickets']);
    expect(prize.tickets).toBeGreaterThan(0);
    expect(reply.body).not.toMatch(/player\d/);
    const epoch = await site.get(`/api/v1/fair/epochs/${prize.draw.epochId}`);
    expect(epoch.json<{ serverSeed: string | null }>().serverSeed).toBeNull();
  });

  test.each(LOCALES)('has its head in %s, with names as text', async (locale) => {
    const { code } = await shared();
    const name = '</title><script>alert("1")</script>&';
    const { rows } = await site.pool.query<{ id: string; names: object }>(
      `SELECT i.id, i.names FROM case_items i JOIN coupons c ON c.item_id = i.id
       JOIN shared_prizes s ON s.coupon_id = c.id WHERE s.code = $1`,
      [code],
    );
    const { id, names } = rows[0]!;
    await site.pool.query('UPDATE case_items SET names = $2 WHERE id = $1', [
      id,
      { ru: name, uk: name, en: name },
    ]);
    try {
      const { body, headers } = await site.get(`${localePrefix(locale)}/prize/${code}`);
      expect(body).toContain(`<html lang="${locale}" data-undecorated>`);
      expect(body).not.toContain('<script>alert');
      expect(body).toContain('<title>&lt;/title&gt;&lt;script&gt;');
      expect(body).toContain(
        `property="og:image" content="${site.deps.config.publicUrl}/prizes/${code}.${locale}.png"`,
      );
      expect(body).toContain(
        `property="og:url" content="${site.deps.config.publicUrl}${localePrefix(locale)}/prize/${code}"`,
      );
      expect(body).toMatch(/property="og:description" content="[^"]{30,}"/);
      expect(body).toContain('name="robots" content="noindex"');
      expect(headers['cache-control']).toBe('private, no-cache');
      expect((await site.get(`/prizes/${code}.${locale}.png`)).statusCode).toBe(200);
    } finally {
      await site.pool.query('UPDATE case_items SET names = $2 WHERE id = $1', [id, names]);
    }
  });

  test.each<[string, (winner: { player: Player; id: number }) => Promise<unknown>]>([
    ['it was withdrawn', ({ player, id }) => withdraw(player, id)],
    ['the winner is banned', ({ player }) => blockAccount(site, player.accountId)],
    [
      'the winner has closed the account',
      ({ player: { accountId } }) =>
        withTx(site.pool, (tx) =>
          closeAccount(tx, site.deps, { id: accountId, serverKey: 'everest', email: 'x' }, 'player'),
        ),
    ],
  ])('is gone on every process when %s', async (_, end) => {
    const { player, id, code } = await shared();
    expect(await doorsOf(code)).toEqual([200]);
    await end({ player, id });
    expect(await doorsOf(code)).toEqual([404]);
    const picture = await site.get(`/prizes/${code}.ru.png`, { 'if-none-match': '*' });
    expect([picture.statusCode, picture.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  test('withdrawn and shared again has another code, and the former stays dead', async () => {
    const { player, id, code } = await shared();
    expect((await withdraw(player, id)).json()).toEqual({ withdrawn: true });
    expect((await withdraw(player, id)).json()).toEqual({ withdrawn: false });
    const again = (await share(player, id)).json<{ code: string }>().code;
    expect(again).not.toBe(code);
    expect(await doorsOf(code)).toEqual([404]);
    expect(await doorsOf(again)).toEqual([200]);
  });

  test('a closed account leaves no code', async () => {
    const { player, code } = await shared();
    await withTx(site.pool, (tx) =>
      closeAccount(tx, site.deps, { id: player.accountId, serverKey: 'everest', email: 'x' }, 'player'),
    );
    const { rows } = await site.pool.query('SELECT FROM shared_prizes WHERE code = $1', [code]);
    expect(rows).toEqual([]);
  });
});

describe('C14 the picture of a shared prize', () => {
  test('is a PNG of 1200 by 630 px in each language, and is sent once to those who have it', async () => {
    const { code } = await shared();
    const etags = new Set<unknown>();
    for (const locale of LOCALES) {
      const reply = await site.get(`/prizes/${code}.${locale}.png`);
      expect(reply.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, no-cache',
      });
      const { format, width, height } = await sharp(reply.rawPayload).metadata();
      expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
      const etag = String(reply.headers['etag']);
      etags.add(etag);
      const again = await sibling.get(`/prizes/${code}.${locale}.png`, { 'if-none-match': etag });
      expect(again.statusCode).toBe(304);
    }
    expect(etags.size).toBe(3);
  });

  test.each(['x.ru.png', `${'A'.repeat(16)}.de.png`, `${'A'.repeat(17)}.ru.png`, '..%2f..%2fassets'])(
    'refuses %s',
    async (file) => {
      expect((await site.get(`/prizes/${file}`)).statusCode).toBe(404);
    },
  );

  test('refuses an address that asks for too many', async () => {
    const { code } = await shared();
    const limited = await createSibling(site, { config: { rateLimitScale: 1 } });
    // drawing takes long on a busy machine, and the limit counts within ten seconds
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const replies = [];
      for (let at = 0; at < 31; at += 1) replies.push(await limited.get(`/prizes/${code}.en.png`));
      expect(replies.slice(0, 30).every(({ statusCode }) => statusCode === 200)).toBe(true);
      expect(refusal(replies[30]!)).toEqual([429, 'tooManyRequests']);
    } finally {
      vi.useRealTimers();
      await limited.close();
    }
  });

  test('refuses pictures that would wait behind many others', async () => {
    const crowd = await createSibling(site);
    try {
      const codes = await Promise.all(Array.from({ length: 15 }, () => shared()));
      const replies = await Promise.all(codes.map(({ code }) => crowd.get(`/prizes/${code}.ru.png`)));
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]));
    } finally {
      await crowd.close();
    }
  });
});
