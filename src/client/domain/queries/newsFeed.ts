import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useLive, useLiveIsOpen } from '#/client/platform/api/live.ts';
import { playerQuery } from './player.ts';

/** Key of the list of news. */
export const NEWS_KEY = ['playerNews'] as const;
/** Carries between the tabs of this browser that news was read. */
export const NEWS_CHANNEL = 'playerNews';
/** Interval of asking while the live stream is closed. */
const REFRESH_MS = 60_000;

/** The channel of this page. It does not hear itself. */
let channel: BroadcastChannel | undefined;

/** Tells the other tabs of the browser that news was read. */
export function tellOtherTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel?.postMessage('read');
}

/** Reads the count of unread news, and the lists that show what the news is about. */
export function refreshNews(client: QueryClient): void {
  for (const queryKey of [playerQuery.queryKey, NEWS_KEY, ['deliveries']])
    void client.invalidateQueries({ queryKey });
}

/**
 * Keeps the news of this page up to date (C15): the live stream says when there is some, another tab when it was read.
 * A hidden page has no stream, and asks when it is looked at again. Use it once on a page, for signed-in players.
 */
export function useNewsFeed(): void {
  const client = useQueryClient();
  const refresh = useCallback(() => refreshNews(client), [client]);
  useLive('news', refresh);
  useEffect(() => {
    const own = new BroadcastChannel(NEWS_CHANNEL);
    own.addEventListener('message', refresh);
    channel = own;
    return () => {
      own.close();
      if (channel === own) channel = undefined;
    };
  }, [refresh]);
  const isLive = useLiveIsOpen();
  useEffect(() => {
    if (isLive) {
      // what the stream missed; an answer that is as new as the stream is kept
      void client.refetchQueries({ queryKey: playerQuery.queryKey, type: 'active', stale: true });
      return undefined;
    }
    const timer = setInterval(() => document.hidden || refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [client, isLive, refresh]);
}
