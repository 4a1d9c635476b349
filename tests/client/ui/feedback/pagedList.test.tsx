import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';

const LABELS = {
  loading: 'Loading',
  retry: 'Again',
  failed: 'Failed',
  failedText: 'Nobody answers',
  more: 'More',
  moreFailed: 'More failed',
  complete: 'That was all',
};
const IDLE = {
  data: undefined as { pages: { names: string[] }[] } | undefined,
  error: null,
  isPending: false,
  isFetching: false,
  isPlaceholderData: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => {},
  refetch: () => {},
};

async function shown(query: Partial<typeof IDLE>) {
  const { container, getByRole } = await render(
    <PagedList
      query={{ ...IDLE, ...query }}
      itemsOf={({ names }) => names}
      labels={LABELS}
      skeleton="…"
      empty="Nothing yet"
    >
      {(names, end) => (
        <>
          {names.join(', ')}
          {end}
        </>
      )}
    </PagedList>,
  );
  return { text: container.textContent, getByRole };
}

test.each([
  { state: 'loading', query: { isPending: true }, text: 'Loading…' },
  { state: 'empty', query: { data: { pages: [{ names: [] }] } }, text: 'Nothing yet' },
  { state: 'one page', query: { data: { pages: [{ names: ['a', 'b'] }] } }, text: 'a, b' },
  {
    state: 'the last page',
    query: { data: { pages: [{ names: ['a'] }, { names: ['b'] }] } },
    text: 'a, bThat was all',
  },
  {
    state: 'a next page that fails',
    query: { data: { pages: [{ names: ['a'] }] }, hasNextPage: true, isFetchNextPageError: true },
    text: 'aMore failedAgain',
  },
  {
    state: 'the pages of an earlier query',
    query: { data: { pages: [{ names: ['a'] }] }, hasNextPage: true, isPlaceholderData: true },
    text: 'aLoadingLoading',
  },
])('C5 a list shows $state', async ({ query, text }) => {
  expect((await shown(query)).text).toBe(text);
});

test('C5 a list whose first page failed can be loaded again', async () => {
  const refetch = vi.fn();
  const { text, getByRole } = await shown({ refetch });
  expect(text).toBe('FailedNobody answersAgain');
  await getByRole('button').click();
  expect(refetch).toHaveBeenCalledOnce();
});
