import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import type { PlayerNewsEntry } from '#/contract/kernel/playerNews.ts';
import { groupByDay } from '#/client/areas/cabinet/news/newsDays.ts';
import { News } from '#/client/areas/cabinet/news/News.tsx';
import { NEWS_CHANNEL, useNewsFeed } from '#/client/domain/queries/newsFeed.ts';
import { newsQuery } from '#/client/domain/queries/newsQueries.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { useLive } from '#/client/platform/api/live.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import i18next from 'i18next';
import { loadTextsOf } from '../../../../support/components/texts.ts';

const AT = new Date(Date.now() - 60_000).toISOString();
const goods = { title: 'Garage slot', pieces: 1, server: 'Everest' };
const terms = { at: AT, isRead: true, text: 'Cases', inForceOn: '2026-12-24' };
const ALL: PlayerNewsEntry[] = [
  { kind: 'goods', id: 11, at: AT, isRead: false, ...goods, pieces: 3 },
  { kind: 'waits', id: 10, at: AT, isRead: false, ...goods, why: 'noSpace', others: 0 },
  { kind: 'waits', id: 9, at: AT, isRead: true, ...goods, why: 'refused', others: 0 },
  { kind: 'waits', id: 8, at: AT, isRead: true, ...goods, why: 'away', others: 4 },
  {
    kind: 'refund',
    id: 7,
    at: AT,
    isRead: true,
    title: '500 OC',
    order: 'o-1',
    number: 'ONE-4F2K7C',
    cents: 1250,
    hasFailed: false,
  },
  {
    kind: 'refund',
    id: 6,
    at: AT,
    isRead: true,
    title: '500 OC',
    order: 'o-1',
    number: 'ONE-4F2K7C',
    cents: 1250,
    hasFailed: true,
  },
  { kind: 'friend', id: 5, at: AT, isRead: true, player: 'm•••t' },
  { kind: 'friend', id: 4, at: AT, isRead: true, player: '' },
  { kind: 'unpaid', id: 3, at: AT, isRead: true, title: '500 OC', order: 'o-2', number: 'ONE-4F2K7D' },
  { kind: 'reward', id: 2, at: AT, isRead: true, title: '1,000 OC' },
  {
    kind: 'promotion',
    id: 1,
    at: AT,
    isRead: true,
    title: 'Night',
    code: 'NIGHT10',
    endsAt: '2026-01-20T20:00:00.000Z',
  },
  { kind: 'terms', id: 0, ...terms, isWithdrawn: false },
  { kind: 'terms', id: -1, ...terms, isWithdrawn: true },
];

type Answer = (parts: { body?: unknown; query?: unknown }) => unknown;

function Feed() {
  useNewsFeed();
  return null;
}

/** Shows the news. Calls get these answers; all others get none. */
async function show(answers: [Endpoint, Answer][], { hasFeed = false } = {}) {
  vi.mocked(call).mockImplementation(((endpoint: Endpoint, parts: object) => {
    const answer = answers.find(([of]) => of === endpoint)?.[1];
    return answer ? Promise.resolve().then(() => answer(parts)) : new Promise<never>(() => {});
  }) as typeof call);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <>
          {hasFeed && <Feed />}
          <News />
        </>
      ),
    },
  ]);
  const screen = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { screen, client };
}
const page = (news: PlayerNewsEntry[], nextBefore: number | null = null) => ({ news, nextBefore });
const listing = (news: PlayerNewsEntry[], unread = 0): [Endpoint, Answer][] => [
  [endpoints.playerNews, () => page(news)],
  [endpoints.user, () => ({ user: {}, unreadNews: unread })],
];
const bodiesOf = (endpoint: Endpoint) =>
  vi
    .mocked(call)
    .mock.calls.filter(([of]) => of === endpoint)
    .map(([, parts]) => (parts as { body?: unknown }).body);

describe('C15 the list of news', () => {
  test('says of each entry what happened, to what, and leads to where something can be done', async () => {
    const { screen } = await show(listing(ALL));
    const links = screen.getByRole('listitem').getByRole('link');
    await expect.poll(() => links.elements().length).toBe(ALL.length);
    expect(
      links
        .elements()
        .map((link) => [link.textContent?.replaceAll(/\d?\d:\d\d( [AP]M)?/g, ''), link.getAttribute('href')]),
    ).toEqual([
      ['Handed over in the gameNewGarage slot × 3\u00A0· EverestSee deliveries', '/en/cabinet#in-the-game'],
      ['No room for it in the gameNewGarage slot\u00A0· EverestSee deliveries', '/en/cabinet#in-the-game'],
      ['A prize is back in your inventoryGarage slot\u00A0· EverestOpen inventory', '/en/cabinet#inventory'],
      [
        'It waits for you in the gameGarage slot\u00A0· and 4 more purchases\u00A0· EverestSee deliveries',
        '/en/cabinet#in-the-game',
      ],
      [
        'Money refunded€12.50\u00A0· 500 OC\u00A0· order ONE-4F2K7COpen order',
        '/en/donate/success?order=o-1',
      ],
      [
        'The refund failed€12.50\u00A0· 500 OC\u00A0· order ONE-4F2K7COpen order',
        '/en/donate/success?order=o-1',
      ],
      ['A friend now countsm•••tSee friends', '/en/cabinet#ref-system'],
      ['A friend now countsdeleted accountSee friends', '/en/cabinet#ref-system'],
      [
        'Order closed unpaid500 OC\u00A0· order ONE-4F2K7D\u00A0· nothing was chargedOpen order',
        '/en/donate/success?order=o-2',
      ],
      ['Reward for your friends1,000 OCSee rewards', '/en/cabinet#ref-system'],
      [
        expect.stringMatching(/^A promotion ends soonNight\u00A0· code NIGHT10\u00A0· until 20\.01\.2026, /),
        '/en/donate',
      ],
      ...['The terms of service will change', 'The change of the terms was called off'].map((kind) => [
        `${kind}from 24\u00A0December\u00A02026\u00A0· CasesRead the terms`,
        '/en/terms',
      ]),
    ]);
  });

  test.each(LOCALES)('has its words in %s', async (locale) => {
    await loadTextsOf(locale);
    await i18next.changeLanguage(locale);
    const { screen } = await show(listing(ALL));
    await expect.element(screen.getByRole('heading', { level: 2 })).toBeVisible();
    expect(screen.container.textContent).not.toMatch(/\{\{|kinds\.|waits\.|links\./);
  });

  test('groups entries by day in the reader’s time zone, the newest first', () => {
    const now = new Date(2026, 10, 25, 0, 30);
    const at = (...parts: [number, number, number, number, number?]) => ({
      at: new Date(...parts).toISOString(),
    });
    const days = groupByDay(
      [
        at(2026, 10, 25, 0),
        at(2026, 10, 24, 23, 59),
        at(2026, 10, 24, 0),
        at(2026, 10, 3, 5),
        at(2025, 11, 31, 23),
      ],
      now.getTime(),
    );
    expect(days.map(({ name, entries }) => [name.replaceAll('\u00A0', ' '), entries.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 2],
      ['3 November', 1],
      ['31 December 2025', 1],
    ]);
  });

  test('is read once it was in sight for a moment, and keeps its marks meanwhile', async () => {
    tuning.dom.newsSeenMs = 10;
    let unread = 2;
    const { screen, client } = await show(
      [...listing(ALL, 2), [endpoints.readNews, () => ({ unread: (unread = 0) })]],
      { hasFeed: true },
    );
    const heard: unknown[] = [];
    const other = new BroadcastChannel(NEWS_CHANNEL);
    other.addEventListener('message', ({ data }) => heard.push(data));
    await expect.element(screen.getByText('New', { exact: true }).first()).toBeVisible();
    await expect.poll(() => bodiesOf(endpoints.readNews)).toEqual([{ ids: [11, 10] }]);
    await expect.poll(() => client.getQueryData(playerQuery.queryKey)?.unreadNews).toBe(0);
    expect(unread).toBe(0);
    await expect.poll(() => heard).toEqual(['read']);
    other.close();
    expect(screen.getByText('New', { exact: true }).elements()).toHaveLength(2);
  });

  test('in a hidden page is not read', async () => {
    tuning.dom.newsSeenMs = 10;
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { screen } = await show([...listing(ALL, 2), [endpoints.readNews, () => ({ unread: 0 })]]);
    await expect.element(screen.getByText('New', { exact: true }).first()).toBeVisible();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(bodiesOf(endpoints.readNews)).toEqual([]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => bodiesOf(endpoints.readNews)).toEqual([{ ids: [11, 10] }]);
  });

  test('that was passed without being in sight stays unread, though entries around it are read', async () => {
    tuning.dom.newsSeenMs = 10;
    const unread = ALL.map((entry) => ({ ...entry, isRead: entry.id < 9 }));
    const passed = document.createElement('style');
    passed.textContent = '[data-unread="10"] { display: none }';
    document.body.append(passed);
    await show([...listing(unread, 3), [endpoints.readNews, () => ({ unread: 1 })]]);
    await expect.poll(() => bodiesOf(endpoints.readNews)).toEqual([{ ids: [11, 9] }]);
  });

  test('that could not be marked is marked at the next opportunity', async () => {
    tuning.dom.newsSeenMs = 10;
    const tries = [() => Promise.reject(new ApiError('internal', 500)), () => ({ unread: 0 })];
    const { screen } = await show([...listing(ALL, 2), [endpoints.readNews, () => tries.shift()!()]]);
    await expect.poll(() => bodiesOf(endpoints.readNews)).toHaveLength(1);
    await expect.element(screen.getByText('New', { exact: true }).first()).toBeVisible();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => bodiesOf(endpoints.readNews)).toEqual([{ ids: [11, 10] }, { ids: [11, 10] }]);
  });

  test('a press marks everything up to the newest entry, takes the marks off, says so, and keeps the focus near', async () => {
    tuning.dom.newsSeenMs = 1_000_000;
    const { screen } = await show([...listing(ALL, 57), [endpoints.readNews, () => ({ unread: 0 })]]);
    await screen.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.element(screen.getByText('Everything is read')).toBeInTheDocument();
    expect(bodiesOf(endpoints.readNews)).toEqual([{ up_to: 11 }]);
    expect(screen.getByText('New', { exact: true }).elements()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Mark all as read' }).elements()).toEqual([]);
    expect(document.activeElement?.contains(screen.getByRole('heading', { level: 2 }).element())).toBe(true);
  });

  test('continues with the next page, and shows an entry once that moved to it meanwhile', async () => {
    const [first, second] = [ALL.slice(0, 5), ALL.slice(4)];
    const { screen } = await show([
      [endpoints.playerNews, ({ query }) => ('before' in (query as object) ? page(second) : page(first, 5))],
      [endpoints.user, () => ({ user: {}, unreadNews: 0 })],
    ]);
    await expect.poll(() => screen.getByRole('listitem').elements().length).toBe(ALL.length);
    await expect.element(screen.getByText('That is all of the last 90 days')).toBeInTheDocument();
  });

  test('that is empty says what will be here; one that fails can be tried again, also without a connection', async () => {
    const empty = await show(listing([]));
    await expect.element(empty.screen.getByText('All quiet so far')).toBeVisible();
    expect(empty.screen.getByRole('button').elements()).toEqual([]);
    await empty.screen.unmount();
    for (const failure of [new ApiError('internal', 500), new ApiError('offline', 0)]) {
      const tries: Answer[] = [() => Promise.reject(failure), () => page(ALL)];
      const { screen } = await show([
        [endpoints.playerNews, (parts) => tries.shift()!(parts)],
        [endpoints.user, () => ({ user: {}, unreadNews: 0 })],
      ]);
      await expect.element(screen.getByRole('alert')).toHaveTextContent('The news did not load');
      await screen.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => screen.getByRole('listitem').elements().length).toBe(ALL.length);
      await screen.unmount();
    }
  });

  test('says that it is loading', async () => {
    const { screen } = await show([]);
    await expect.element(screen.getByText('Loading the news')).toBeInTheDocument();
  });
});

describe('C15 open pages', () => {
  test('read the count and the list again when the stream or another tab says so', async () => {
    const { client } = await show(listing(ALL, 2), { hasFeed: true });
    await expect.poll(() => client.getQueryState(newsQuery.queryKey)?.status).toBe('success');
    const reads = () => vi.mocked(call).mock.calls.filter(([of]) => of === endpoints.playerNews).length;
    const before = reads();
    const [, tell] = vi.mocked(useLive).mock.calls.find(([name]) => name === 'news')!;
    (tell as (data: object) => void)({});
    await expect.poll(reads).toBe(before + 1);
    const channel = new BroadcastChannel(NEWS_CHANNEL);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel.postMessage('read');
    await expect.poll(reads).toBe(before + 2);
    channel.close();
    expect(pageConfig.locale).toBe('en');
  });
});
