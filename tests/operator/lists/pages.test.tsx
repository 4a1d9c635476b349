import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { DataTable } from '#/operator/lists/DataTable.tsx';
import { selectionColumn } from '#/operator/lists/SelectionBar.tsx';
import { PlayersPage } from '#/operator/players/PlayersPage.tsx';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const { players } = operatorCalls;
const ROW = {
  id: 7,
  login: 'marlo',
  server: 'everest',
  state: 'active',
  isVerified: true,
  isMediaPartner: false,
  coins: 0,
  owed: 0,
  paidCents: 0,
  createdAt: '2026-01-15T12:00:00.000Z',
};
beforeEach(() => page.viewport(1440, 900));

test('O12 players by login have a previous and a next page, because newer and older would be wrong', async () => {
  answerCalls({ [players.path]: () => ({ players: [ROW], before: 7, after: 7 }) });
  const { router } = showPages({ '/players': <PlayersPage /> }, '/players');
  await expect.element(page.getByRole('button', { name: 'Older' })).toBeVisible();
  await router.navigate('/players?login=mar');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => router.state.location.search).toBe('?login=mar&before=7');
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect.poll(() => router.state.location.search).toBe('?login=mar&after=7');
  await expect.element(page.getByRole('button', { name: /Newer|Older/ })).not.toBeInTheDocument();
});

test.each(['before', 'after'])(
  'O30 a page (%s) whose last row was dealt with leads to the newest page, and is not kept in the history',
  async (position) => {
    const sent = answerCalls({
      [players.path]: ([, input]) => {
        const isNewest = (input as { query: Record<string, string> }).query[position] === undefined;
        return { players: isNewest ? [ROW] : [], before: null, after: null };
      },
    });
    const { router } = showPages(
      { '/': <p>Figures</p>, '/players': <PlayersPage /> },
      `/players?server=everest&${position}=7`,
    );
    await expect.element(page.getByText('marlo')).toBeVisible();
    expect(router.state.location.search).toBe('?server=everest');
    expect(sent.filter(([{ path }]) => path === players.path)).toHaveLength(2);
    expect(router.state.historyAction).toBe('REPLACE');
  },
);

test('O30 a newest page without rows says that nothing is there', async () => {
  const sent = answerCalls({ [players.path]: () => ({ players: [], before: null, after: null }) });
  showPages({ '/players': <PlayersPage /> }, '/players?server=everest&before=7');
  await expect
    .element(page.getByText('Change the filters, or look for a login in the search above.'))
    .toBeVisible();
  expect(sent.filter(([{ path }]) => path === players.path)).toHaveLength(2);
});

test('O29 on a phone the box that selects a row stands beside its first line', async () => {
  await page.viewport(390, 844);
  const columns = [
    selectionColumn<{ id: number }>({
      label: 'Select',
      labelOf: ({ id }) => `Select ${id}`,
      isSelectable: () => true,
      selected: new Set(),
      onSelect: () => {},
    }),
    { key: 'id', label: 'Number', renderCell: ({ id }: { id: number }) => `no. ${id}` },
    { key: 'more', label: 'More', renderCell: () => 'something' },
  ];
  answerCalls({});
  showPages(
    { '/': <DataTable label="Things" columns={columns} rows={[{ id: 1 }]} keyOf={({ id }) => id} /> },
    '/',
  );
  await expect.element(page.getByText('no. 1')).toBeVisible();
  const middleOf = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const box = page.getByRole('checkbox', { name: 'Select 1' }).element();
  const [first, second] = ['no. 1', 'something'].map((text) => page.getByText(text).element());
  expect(Math.abs(middleOf(box) - middleOf(first!))).toBeLessThan(4);
  expect(second!.getBoundingClientRect().left).toBe(first!.getBoundingClientRect().left);
});
