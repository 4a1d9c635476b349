import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailNews } from '#/server/jobs/mailNews.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { newsOf, newsPage, tellOfFriends, unreadOf } from '../../../support/players/news.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  // as after the migration of a newer process
  await app.pool.query('ALTER TABLE player_news DROP CONSTRAINT player_news_kind');
});
afterAll(() => app.close());

/** What a newer process tells a player. */
const tellNewer = ({ accountId }: Player) =>
  app.pool.query(
    `INSERT INTO player_news (account_id, kind, cause, subject, at, mail_at)
     VALUES ($1, 'newer', 'newer:' || gen_random_uuid(), '{}', $2, $2)`,
    [accountId, app.deps.now()],
  );
const newerOf = async ({ accountId }: Player) =>
  (
    await app.pool.query(
      `SELECT read_at IS NULL AS "isUnread", mail_at IS NOT NULL AS "isToBeMailed" FROM player_news
       WHERE account_id = $1 AND kind = 'newer'`,
      [accountId],
    )
  ).rows;

test('N18 news of a kind that this process does not know is left out, uncounted, unread and to be mailed', async () => {
  const player = await createPlayer(app.deps);
  await app.pool.query('UPDATE accounts SET is_verified = true WHERE id = $1', [player.accountId]);
  await tellOfFriends(app, player.accountId, 2);
  await tellNewer(player);
  expect(await newsOf(app, player)).toMatchObject([{ kind: 'friend' }, { kind: 'friend' }]);
  expect(await unreadOf(app, player)).toBe(2);
  await mailNews(app.deps);
  const [newest] = (await newsPage(app, player)).news;
  const read = await app.post('/api/v1/user/news/read', { up_to: newest!.id + 1000 }, player.headers);
  expect(read.json()).toEqual({ unread: 0 });
  expect(await newerOf(player)).toEqual([{ isUnread: true, isToBeMailed: true }]);
});

test('N18 a page of news is full although others lie between', async () => {
  const player = await createPlayer(app.deps);
  for (let at = 0; at < 25; at++) {
    await tellOfFriends(app, player.accountId);
    await tellNewer(player);
  }
  const { news, nextBefore } = await newsPage(app, player);
  expect(news).toHaveLength(20);
  expect((await newsPage(app, player, String(nextBefore))).news).toHaveLength(5);
});

test('N18 a mail of a kind that this process does not know waits for one that does', async () => {
  await app.pool.query(
    `INSERT INTO mail_queue (kind, cause, content_encrypted, created_at, run_at) VALUES ('newer', 'newer', 'x', $1, $1)`,
    [app.deps.now()],
  );
  expect(await sendDueMails(app.deps)).toBe(0);
  const { rows } = await app.pool.query(`SELECT attempts, failed_at FROM mail_queue WHERE kind = 'newer'`);
  expect(rows).toEqual([{ attempts: 0, failed_at: null }]);
});
