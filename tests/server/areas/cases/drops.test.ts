import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Drop } from '#/contract/cases.ts';
import { LIVE_PATH } from '#/contract/live.ts';
import { startBackgroundWork } from '#/server/jobs/backgroundWork.ts';
import { createDropFeed } from '#/server/areas/cases/dropFeed.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { openEventStream, type EventStream } from '../../../support/app/eventStream.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { dealPrizes, feedOf, revealPrizesOf, type Winner } from '../../../support/players/rarePrizes.ts';
import {
  createSibling,
  createTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../../support/app/testApp.ts';

let site: TestApp;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  site = await createTestApp();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  expect(await brokenInvariants(site.pool)).toEqual({});
  await site.close();
});

/** Another process on the same database and clock. */
async function anotherProcess(options: TestAppOptions = {}): Promise<TestApp> {
  const sibling = await createSibling(site, options);
  sibling.deps.now = site.deps.now;
  closing.push(sibling.close);
  return sibling;
}

async function listen(app: TestApp, locale = 'ru'): Promise<EventStream> {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  const stream = await openEventStream(`http://127.0.0.1:${port}${LIVE_PATH}?locale=${locale}`);
  closing.push(stream.close);
  return stream;
}

const winner = () => dealPrizes(site);
const reveal = (won: Winner, app = site) => revealPrizesOf(app, won);
const dropsOf = async (app = site, locale = 'ru') => (await feedOf(app, { locale })).drops;

describe('FA8 the feed of rare prizes', () => {
  test('holds back what its winner has not been shown, then names it once, with a masked login', async () => {
    const won = await winner();
    expect(await dropsOf()).toEqual([]);
    expect((await reveal(won)).json()).toEqual({ revealed: 10 });
    const drops = await dropsOf(site, 'uk');
    // legendary and epic: the items 104 to 107
    expect(drops.map(({ item }) => item.color)).toEqual(['epic', 'epic', 'epic', 'legendary']);
    expect(drops[3]).toEqual({
      id: expect.any(Number),
      player: expect.stringMatching(/^p•••\d$/),
      serverName: 'Еверест',
      item: { name: 'Нагорода 1-4', imageName: 'heist-4', color: 'legendary' },
      case: { id: 1, name: 'Скринька 1' },
      at: site.deps.now().toISOString(),
    });
    expect((await dropsOf(site, 'en'))[3]?.item.name).toBe('Prize 1-4');
    expect(drops.map(({ id }) => id)).toEqual(drops.map(({ id }) => id).toSorted((a, b) => b - a));
    await reveal(won);
    expect(await dropsOf(site, 'uk')).toEqual(drops);
  });

  test('200 parallel reveals, over two servers: each prize once', async () => {
    const sibling = await anotherProcess();
    const won = await winner();
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) => reveal(won, at % 2 ? site : sibling)),
    );
    expect(replies.reduce((sum, reply) => sum + reply.json<{ revealed: number }>().revealed, 0)).toBe(10);
    expect(await dropsOf()).toHaveLength(4);
  });

  test('what is rare is configured', async () => {
    const strict = await anotherProcess({ config: { feedRarity: 'epic' } });
    const wide = await anotherProcess({ config: { feedRarity: 'simple' } });
    await reveal(await winner(), strict);
    expect(await dropsOf()).toHaveLength(3);
    await reveal(await winner(), wide);
    expect(await dropsOf()).toHaveLength(13);
  });

  test('shows twenty, and no prize of somebody else', async () => {
    const won = await winner();
    const stranger = await createPlayer(site.deps);
    await reveal({ ...won, player: stranger });
    expect(await dropsOf()).toEqual([]);
    for (let winners = 0; winners < 6; winners++) await reveal(await winner());
    expect(await dropsOf()).toHaveLength(20);
  });

  test('leaves out players who deleted their account', async () => {
    const [leaving, staying] = [await winner(), await winner()];
    await reveal(leaving);
    await reveal(staying);
    await site.pool.query(`UPDATE accounts SET status = 'closed', login = 'closed-0' WHERE id = $1`, [
      leaving.player.accountId,
    ]);
    await site.pool.query('DELETE FROM sessions WHERE account_id = $1', [leaving.player.accountId]);
    expect(await dropsOf()).toHaveLength(4);
  });
});

describe('FA8 the feed live', () => {
  /** The names of this many drops, as a page hears them. */
  const hear = async (stream: EventStream, count: number) => {
    const heard: Drop[] = [];
    while (heard.length < count) heard.push((await stream.nextOf('drop')) as Drop);
    return heard;
  };

  test('every page hears each drop once and in its language, whichever process it happened in', async () => {
    const sibling = await anotherProcess();
    const pages = [await listen(site, 'ru'), await listen(sibling, 'uk')];
    // before the feeds begin: what is won now is news
    const feeds = [site, sibling].map(({ deps }) => createDropFeed(deps));
    const look = () => Promise.all(feeds.map((feed) => feed()));
    await look();
    site.advanceMs(1000);
    await reveal(await winner(), sibling);
    await look();
    await look();
    site.advanceMs(1000);
    await reveal(await winner(), site);
    await look();
    await look();
    const [ru = [], uk = []] = await Promise.all(pages.map((page) => hear(page, 8)));
    const ids = (await dropsOf()).map(({ id }) => id).toReversed();
    expect([ru, uk].map((drops) => drops.map(({ id }) => id))).toEqual([ids, ids]);
    expect([ru[0]?.item.name, uk[0]?.item.name]).toEqual(['Приз 1-4', 'Нагорода 1-4']);
    // nothing more is in the streams
    for (const { deps } of [site, sibling])
      deps.live.publish('drop', () => ({ ...ru[0]!, id: 999_999, player: 'the end' }));
    const ends = await Promise.all(pages.map((page) => hear(page, 1)));
    expect(ends.map(([end]) => end?.player)).toEqual(['the end', 'the end']);
  });

  test('a drop that is committed late, with a smaller id, is heard too', async () => {
    const stream = await listen(site);
    const look = createDropFeed(site.deps);
    await look();
    site.advanceMs(1000);
    const [late, early] = [await winner(), await winner()];
    const client = await site.pool.connect();
    await client.query('BEGIN');
    const [epic] = late.coupons.slice(7);
    await client.query('UPDATE coupons SET revealed_at = $2 WHERE id = $1', [epic?.id, site.deps.now()]);
    await client.query('INSERT INTO drops (coupon_id, at, case_id, rank) VALUES ($1, $2, 1, 5)', [
      epic?.id,
      site.deps.now(),
    ]);
    await reveal(early);
    await look();
    await client.query('COMMIT');
    client.release();
    await look();
    const heard = await hear(stream, 5);
    expect(heard[4]?.id).toBeLessThan(heard[0]!.id);
  });

  test('nothing is read while nobody listens, and a new listener is told nothing of earlier drops', async () => {
    const look = createDropFeed(site.deps);
    const asked = vi.spyOn(site.pool, 'query');
    site.advanceMs(1000);
    await reveal(await winner());
    asked.mockClear();
    await look();
    expect(asked).not.toHaveBeenCalled();
    const stream = await listen(site);
    asked.mockClear();
    await look();
    expect(asked).toHaveBeenCalledOnce();
    site.advanceMs(1000);
    const won = await winner();
    await reveal(won);
    await look();
    const [newest] = await dropsOf();
    expect((await hear(stream, 4))[3]).toEqual(newest);
  });

  test('a rare prize wakes the process it was shown in, which tells its pages', async () => {
    const stream = await listen(site);
    const woken = vi.fn();
    site.deps.wakeUps.on('drops', woken);
    const won = await winner();
    closing.push(startBackgroundWork(site.deps));
    site.advanceMs(1000);
    await reveal({ ...won, coupons: won.coupons.slice(0, 4) });
    expect(woken).not.toHaveBeenCalled();
    await reveal(won);
    expect(woken).toHaveBeenCalledOnce();
    expect(await hear(stream, 4)).toHaveLength(4);
    await reveal(won);
    expect(woken).toHaveBeenCalledOnce();
  });
});
