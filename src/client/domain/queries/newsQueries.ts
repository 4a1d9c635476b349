import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { playerNewsCalls } from '#/contract/calls/playerNews.ts';
import type { MailChoiceBody, PlayerNewsReply, ReadNewsBody } from '#/contract/kernel/playerNews.ts';
import { call } from '#/client/platform/api/api.ts';
import { NEWS_KEY, tellOtherTabs } from './newsFeed.ts';
import { playerQuery } from './player.ts';

/** The player's news, the newest first (C15). */
export const newsQuery = infiniteQueryOptions({
  queryKey: NEWS_KEY,
  queryFn: ({ pageParam, signal }) =>
    call(
      playerNewsCalls.playerNews,
      { query: pageParam === null ? {} : { before: String(pageParam) } },
      { signal },
    ),
  initialPageParam: null as number | null,
  getNextPageParam: ({ nextBefore }) => nextBefore,
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: true,
});

/**
 * Marks news as read, here and in the other tabs. The entries in the list keep their mark until the list is read again, so
 * that the player sees what was new.
 */
export async function readNews(client: QueryClient, body: ReadNewsBody): Promise<void> {
  const { unread } = await call(playerNewsCalls.readNews, { body });
  await client.cancelQueries({ queryKey: playerQuery.queryKey });
  client.setQueryData(playerQuery.queryKey, (known) => known && { ...known, unreadNews: unread });
  tellOtherTabs();
}

/** Marks everything up to an id as read, and shows it as read in the list. */
export async function readAllNews(client: QueryClient, upTo: number): Promise<void> {
  await readNews(client, { up_to: upTo });
  await client.cancelQueries({ queryKey: NEWS_KEY });
  client.setQueryData<InfiniteData<PlayerNewsReply, number | null>>(
    newsQuery.queryKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          news: page.news.map((entry) => (entry.id <= upTo ? { ...entry, isRead: true } : entry)),
        })),
      },
  );
}

/** How each kind of news is mailed (C16). */
export const mailChoicesQuery = queryOptions({
  queryKey: ['mailChoices'],
  queryFn: ({ signal }) => call(playerNewsCalls.mailChoices, {}, { signal }),
});

/** Saves a choice. The answer has all choices. */
export const chooseMail = (body: MailChoiceBody) => call(playerNewsCalls.chooseMail, { body });
