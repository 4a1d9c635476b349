import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LIVE_PATH } from '#/contract/live.ts';
import { createNewsFeed } from '#/server/domain/playerNews/newsFeed.ts';
import { type EventStream, openEventStream } from '../../../support/app/eventStream.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { tellOfFriends } from '../../../support/players/news.ts';
import { browserOf, createMember, type Member } from '../../../support/players/settings.ts';

let app: TestApp;
const streams: EventStream[] = [];
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await expect.poll(() => app.deps.live.counts()).toMatchObject({ open: 0, players: 0 });
});
afterAll(() => app.close());

async function listen(site: TestApp, headers: Record<string, string> = {}): Promise<EventStream> {
  if (!site.app.server.listening) await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as AddressInfo;
  const stream = await openEventStream(`http://127.0.0.1:${port}${LIVE_PATH}?locale=en`, headers);
  streams.push(stream);
  return stream;
}
async function signedIn(): Promise<{ member: Member; cookie: string }> {
  const member = await createMember(app);
  const browser = await browserOf(app, member.login);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { member, cookie };
}
/** Names of the events of a stream up to the drop that ends the test. */
async function eventsOf(site: TestApp, stream: EventStream): Promise<string[]> {
  site.deps.live.publish('closed', () => []);
  const names: string[] = [];
  for (let closed = 0; closed < 2;) {
    const [, name] = /^event: (\w+)$/m.exec(await stream.next()) ?? [];
    if (name === 'closed') closed += 1;
    if (name && name !== 'closed' && name !== 'servers') names.push(name);
  }
  return names;
}

describe('C15 an open page', () => {
  test('learns that its player has news, from whichever process; visitors and other players learn nothing', async () => {
    const [reader, other] = [await signedIn(), await signedIn()];
    const sibling = await createSibling(app, { now: app.deps.now });
    const own = await listen(sibling, { cookie: reader.cookie });
    const strange = await listen(sibling, { cookie: other.cookie });
    const visitor = await listen(sibling);
    const feed = createNewsFeed(sibling.deps);
    await tellOfFriends(app, reader.member.accountId);
    app.advanceMs(1);
    await feed();
    await tellOfFriends(app, reader.member.accountId, 2);
    await feed();
    await feed();
    expect(await eventsOf(sibling, own)).toEqual(['news']);
    for (const stream of [strange, visitor]) {
      const names: string[] = await eventsOf(sibling, stream);
      expect(names).toEqual([]);
    }
    for (const stream of streams.splice(0)) stream.close();
    await sibling.close();
  });

  test('that was opened just before learns of what came before the first look', async () => {
    const { member, cookie } = await signedIn();
    const feed = createNewsFeed(app.deps);
    await feed();
    const stream = await listen(app, { cookie });
    app.advanceMs(1);
    await tellOfFriends(app, member.accountId);
    await feed();
    expect(await eventsOf(app, stream)).toEqual(['news']);
  });

  test('whose session has ended meanwhile learns nothing more', async () => {
    const { member, cookie } = await signedIn();
    const stream = await listen(app, { cookie });
    const feed = createNewsFeed(app.deps);
    await feed();
    await app.pool.query('UPDATE sessions SET ended_at = $2 WHERE account_id = $1', [
      member.accountId,
      app.deps.now(),
    ]);
    await tellOfFriends(app, member.accountId);
    await feed();
    expect(await eventsOf(app, stream)).toEqual([]);
  });

  test('with one of the two cookies alone is a visitor', async () => {
    const { cookie } = await signedIn();
    for (const one of cookie.split('; ')) await listen(app, { cookie: one });
    expect(app.deps.live.counts().players).toBe(0);
  });

  test('learns of news that is committed after newer news', async () => {
    const { member, cookie } = await signedIn();
    const stream = await listen(app, { cookie });
    const feed = createNewsFeed(app.deps);
    await feed();
    const client = await app.pool.connect();
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO player_news (account_id, kind, cause, subject, at) VALUES ($1, 'friend', 'friend:late', '{"friend":1}', $2)`,
      [member.accountId, app.deps.now()],
    );
    const somebody = await createMember(app);
    await tellOfFriends(app, somebody.accountId);
    await feed();
    await client.query('COMMIT');
    client.release();
    await feed();
    expect(await eventsOf(app, stream)).toEqual(['news']);
  });

  test('nothing is read while no player is connected', async () => {
    let reads = 0;
    const db = { execute: () => Promise.reject(new Error(String(++reads))) } as never;
    await createNewsFeed({ ...app.deps, db })();
    expect(reads).toBe(0);
  });
});
