import type { PlayerNewsEntry, PlayerNewsReply } from '#/contract/kernel/playerNews.ts';
import { addNews } from '#/server/domain/playerNews/addNews.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Player } from '../app/factories.ts';
import type { TestApp } from '../app/testApp.ts';

type Reader = Pick<Player, 'headers'>;

/** A page of a player's news, in English. */
export const newsPage = async (app: TestApp, { headers }: Reader, before = ''): Promise<PlayerNewsReply> =>
  (
    await app.get(`/api/v1/user/news${before && `?before=${before}`}`, {
      ...headers,
      'accept-language': 'en',
    })
  ).json<PlayerNewsReply>();

/** The newest news of a player, without ids and times. */
export const newsOf = async (app: TestApp, reader: Reader): Promise<Partial<PlayerNewsEntry>[]> =>
  (await newsPage(app, reader)).news.map(
    (entry) =>
      Object.fromEntries(
        Object.entries(entry).filter(([name]) => name !== 'id' && name !== 'at'),
      ) as Partial<PlayerNewsEntry>,
  );

/** The count of unread news that the marks show. */
export const unreadOf = async (app: TestApp, { headers }: Reader): Promise<number> =>
  (await app.get('/api/v1/user', headers)).json<{ unreadNews: number }>().unreadNews;

let told = 0;

/** Tells a player of friends who count now, one entry for each. */
export const tellOfFriends = (app: TestApp, accountId: number, count = 1): Promise<void> =>
  withTx(app.pool, async (tx) => {
    for (let at = 0; at < count; at++)
      await addNews(tx, app.deps, accountId, {
        kind: 'friend',
        cause: `friend:test-${++told}`,
        subject: { friend: accountId },
      });
  });
