import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError, request } from '#/client/platform/api/api.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import { PlayerPage } from '#/operator/players/PlayerPage.tsx';
import { PlayersPage } from '#/operator/players/PlayersPage.tsx';
import { samplePlayer as player } from '../../support/operator/samplePlayer.ts';

let role: OperatorRole;
let answers: Record<string, unknown>;
const bodies: (readonly [path: string, body: unknown])[] = [];

beforeEach(async () => {
  await page.viewport(1440, 900);
  role = 'owner';
  bodies.length = 0;
  answers = {
    [operatorCalls.player.path]: player,
    [operatorCalls.players.path]: { players: [], before: null, after: null },
    [`${operatorCalls.grantPlayer.path}/preview`]: { before: { coins: 80 }, after: { coins: 180 } },
    [operatorCalls.grantPlayer.path]: { coins: 180, owed: 0 },
    [operatorCalls.playerGifts.path]: {
      cases: [{ id: 4, names: { ru: 'Порт', uk: 'Порт', en: 'Port' } }],
      goods: [{ id: 3003, names: { ru: 'Вечер', uk: 'Вечір', en: 'Evening' } }],
    },
  };
  vi.mocked(request).mockImplementation(async ({ path }: { path: string }, input: unknown) => {
    if (path === operatorCalls.session.path)
      return {
        csrfToken: 'x',
        operator: { id: 1, name: 'Olena', email: 'o@example.org', role, provenUntil: '' },
      };
    const { body } = input as { body?: unknown };
    if (body) bodies.push([path, body]);
    const answer = answers[path];
    if (answer instanceof Error) throw answer;
    if (answer === undefined) return new Promise(() => {});
    return answer;
  });
});

const show = (address: string) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider
        router={createMemoryRouter(
          [
            { path: '/players', Component: PlayersPage },
            { path: '/players/:id', Component: PlayerPage },
          ],
          { initialEntries: [address] },
        )}
      />
    </QueryClientProvider>,
  );

test('O30 a list without players says so; a failed one offers to try again', async () => {
  const view = await show('/players');
  await expect.element(view.getByText('Nobody matches')).toBeVisible();
  answers[operatorCalls.players.path] = new ApiError('busy', 503);
  const second = await show('/players?mark=inDebt');
  await expect.element(second.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('O30 a page that loads says so, and a player who is not there is no failure', async () => {
  delete answers[operatorCalls.player.path];
  const view = await show('/players/7');
  await expect.element(view.getByText('Loading').first()).toBeInTheDocument();
  answers[operatorCalls.player.path] = new ApiError('notFound', 404);
  const second = await show('/players/8');
  await expect.element(second.getByText('There is no such player')).toBeVisible();
});

test('O13 a gift is chosen, its consequences are shown, and it is sent once with its reason', async () => {
  const view = await show('/players/7');
  await view.getByRole('button', { name: 'Grant' }).click();
  await view.getByLabelText('How many').fill('0');
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.element(view.getByText('A whole number from 1 to 1,000,000')).toBeVisible();
  await view.getByLabelText('How many').fill('100');
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.element(view.getByText('180 OC')).toBeVisible();
  await view.getByLabelText('Reason').fill('Prize of the contest');
  await view.getByRole('button', { name: 'Grant' }).click();
  await vi.waitFor(() =>
    expect(bodies.filter(([path]) => path === operatorCalls.grantPlayer.path)).toEqual([
      [
        operatorCalls.grantPlayer.path,
        { gift: { what: 'coins', count: 100 }, reason: 'Prize of the contest' },
      ],
    ]),
  );
});

test('O13 a good is chosen by its name, and a case by its own', async () => {
  const view = await show('/players/7');
  await view.getByRole('button', { name: 'Grant' }).click();
  const choose = async (label: string, option: string) => {
    await view.getByRole('combobox', { name: label }).click();
    await view.getByRole('option', { name: option }).click();
  };
  await choose('What', 'case');
  await choose('Case', 'Port');
  // a number typed for a case is not used for a good
  await choose('What', 'good');
  await view.getByLabelText('How many').fill('2');
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.element(view.getByText('Choose what to give')).toBeVisible();
  await choose('Good', 'Evening');
  await view.getByRole('button', { name: 'Next' }).click();
  await view.getByLabelText('Reason').fill('Prize of the contest');
  await view.getByRole('button', { name: 'Grant' }).click();
  await vi.waitFor(() =>
    expect(bodies.find(([path]) => path === operatorCalls.grantPlayer.path)?.[1]).toEqual({
      gift: { what: 'goods', count: 2, goodsId: 3003 },
      reason: 'Prize of the contest',
    }),
  );
});

test('O4 a viewer sees the page and nothing that they may not do; a deleted account can only be exported', async () => {
  role = 'viewer';
  const view = await show('/players/7');
  await expect.element(view.getByText('owes 120 OC')).toBeVisible();
  for (const name of ['Grant', 'Add a note', 'More', 'Show in full'])
    await expect.element(view.getByRole('button', { name })).not.toBeInTheDocument();
  role = 'owner';
  answers[operatorCalls.player.path] = { ...player, state: 'closed' };
  const closed = await show('/players/9');
  await closed.getByRole('button', { name: 'More' }).click();
  await expect.element(closed.getByRole('menuitem', { name: 'Export the data' })).toBeVisible();
  await expect.element(closed.getByRole('menuitem', { name: 'Delete the account' })).not.toBeInTheDocument();
});

const block = {
  id: 3,
  scope: 'buy' as const,
  source: 'operator' as const,
  reason: 'paid with a stolen card',
  from: '2026-11-02T10:00:00.000Z',
  until: null,
  isLive: true,
  liftedAt: null,
  setBy: 'Olena',
  liftedBy: null,
};

test('O14 a block is chosen with its scope and end; who has a limit sees no longer end', async () => {
  const { path } = operatorCalls.blockPlayer;
  answers[`${path}/preview`] = { before: { blocks: [] }, after: { blocks: ['open'], blockUntil: 'forGood' } };
  answers[path] = { block: 4 };
  const view = await show('/players/7');
  await view.getByRole('button', { name: 'More' }).click();
  await view.getByRole('menuitem', { name: 'Block' }).click();
  await view.getByRole('combobox', { name: 'What' }).click();
  await view.getByRole('option', { name: 'opening cases' }).click();
  await view.getByRole('combobox', { name: 'Until' }).click();
  await view.getByRole('option', { name: 'A date' }).click();
  await view.getByRole('button', { name: 'Next' }).click();
  await expect
    .element(view.getByText('Choose a day from tomorrow on, at most ten years ahead'))
    .toBeVisible();
  await view.getByRole('combobox', { name: 'Until' }).click();
  await view.getByRole('option', { name: 'For good' }).click();
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.element(view.getByText('for good', { exact: true })).toBeVisible();
  await view.getByLabelText('Reason').fill('opens for others');
  await view.getByRole('button', { name: 'Block' }).click();
  await vi.waitFor(() =>
    expect(bodies.filter(([sent]) => sent === path)).toEqual([
      [path, { scope: 'open', end: { kind: 'forGood' }, reason: 'opens for others' }],
    ]),
  );
  role = 'support';
  const helper = await show('/players/7');
  await helper.getByRole('button', { name: 'More' }).last().click();
  await helper.getByRole('menuitem', { name: 'Block' }).click();
  await helper.getByRole('combobox', { name: 'Until' }).click();
  await expect.element(helper.getByRole('option', { name: '7 days' })).toBeVisible();
  await expect.element(helper.getByRole('option', { name: 'For good' })).not.toBeInTheDocument();
});

test('O14 a block stands on the page and is lifted there, but not one that the player set themself', async () => {
  const { path } = operatorCalls.liftBlock;
  answers[`${path}/preview`] = { before: { blocks: ['buy'] }, after: { blocks: [], blockLifted: 'buy' } };
  answers[path] = { block: 3 };
  answers[operatorCalls.player.path] = {
    ...player,
    blocks: [
      block,
      { ...block, id: 2, scope: 'open', source: 'player', reason: 'time-out', setBy: null },
      { ...block, id: 1, scope: 'refer', isLive: false, liftedAt: block.from, liftedBy: 'Ivan' },
    ],
  };
  const view = await show('/players/7');
  await expect.element(view.getByText('buying, for good')).toBeVisible();
  await expect.element(view.getByText('paid with a stolen card').first()).toBeVisible();
  await expect.element(view.getByText('Past blocks: 1')).toBeVisible();
  expect(view.getByRole('button', { name: /^Lift/ }).elements()).toHaveLength(1);
  await view.getByRole('button', { name: 'Lift the block of buying' }).click();
  await view.getByLabelText('Reason').fill('the card was theirs');
  await view.getByRole('button', { name: 'Lift the block', exact: true }).click();
  await vi.waitFor(() =>
    expect(bodies.filter(([sent]) => sent === path)).toEqual([
      [path, { block: 3, reason: 'the card was theirs' }],
    ]),
  );
});
