import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { request } from '#/client/platform/api/api.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { PlayerInvited, PlayerReferral } from '#/contract/operator/playerReferral.ts';
import { PlayerPage } from '#/operator/players/PlayerPage.tsx';
import { samplePlayer } from '../../support/operator/samplePlayer.ts';

const at = '2026-11-01T10:00:00.000Z';
const friend = { id: 9, login: 'Olha', server: 'everest' };
const referral: PlayerReferral = {
  inviter: { id: 3, login: 'Petro', server: 'fuji', since: at, reason: 'sameDevice' },
  total: 2,
  active: 1,
  donationsCents: 5000,
  rank: { names: { ru: 'Ранг', uk: 'Ранг', en: 'Rank 1' }, cashBackBasisPoints: 500 },
  coinsHeld: 25,
  coinsReleased: 0,
  coinsReversed: 0,
  held: [{ order: 'q7Yw2mKc9TzR4vNb8HsXdA', player: friend, coins: 25, basisPoints: 500, releaseAt: at }],
  rewards: [],
};
const invited: PlayerInvited = {
  players: [{ ...friend, invitedAt: at, reason: 'notPaid', donationsCents: 200, cashBackCoins: 0 }],
  before: null,
};

let answers: Record<string, unknown>;
const bodies: (readonly [path: string, body: unknown])[] = [];

beforeEach(async () => {
  await page.viewport(1440, 900);
  bodies.length = 0;
  answers = {
    [operatorCalls.player.path]: samplePlayer,
    [operatorCalls.playerReferral.path]: referral,
    [operatorCalls.playerInvited.path]: invited,
    [`${operatorCalls.changePlayerEmail.path}/preview`]: {
      before: { pendingEmail: null },
      after: { pendingEmail: 'n•••@example.org', sessionsEnded: 1 },
    },
    [operatorCalls.changePlayerEmail.path]: { ended: 1 },
  };
  vi.mocked(request).mockImplementation(async ({ path }: { path: string }, input: unknown) => {
    if (path === operatorCalls.session.path)
      return {
        csrfToken: 'x',
        operator: { id: 1, name: 'Olena', email: 'o@example.org', role: 'owner', provenUntil: '' },
      };
    const { body } = input as { body?: unknown };
    if (body) bodies.push([path, body]);
    return answers[path] ?? new Promise(() => {});
  });
});

const show = (address: string) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider
        router={createMemoryRouter([{ path: '/players/:id', Component: PlayerPage }], {
          initialEntries: [address],
        })}
      />
    </QueryClientProvider>,
  );

test('O13 a new e-mail is typed, the consequences are shown, and how the person was recognised is the reason', async () => {
  const view = await show('/players/7');
  await view.getByRole('button', { name: 'More' }).click();
  await view.getByRole('menuitem', { name: 'Change the email' }).click();
  await view.getByLabelText('New email').fill('new.one');
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.element(view.getByText('An address such as name@domain')).toBeVisible();
  await view.getByLabelText('New email').fill('New.One@example.org');
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.element(view.getByText('new.one@example.org')).toBeVisible();
  await expect.element(view.getByText('n•••@example.org')).toBeVisible();
  await view.getByLabelText('How you recognised the person').fill('Named the last three orders');
  await view.getByRole('button', { name: 'Change the email' }).click();
  await vi.waitFor(() =>
    expect(bodies.find(([path]) => path === operatorCalls.changePlayerEmail.path)?.[1]).toEqual({
      email: 'new.one@example.org',
      reason: 'Named the last three orders',
    }),
  );
});

test('O12 the tab of referral says who invited the player, whom they invited and why, and what is held', async () => {
  const view = await show('/players/7?tab=referral');
  await expect.element(view.getByRole('link', { name: 'Petro@fuji' })).toBeVisible();
  await expect.element(view.getByText('shares a device with the inviter')).toBeVisible();
  await expect.element(view.getByText('paid less than €5.00')).toBeVisible();
  await expect.element(view.getByText('1 of 2')).toBeVisible();
  await expect.element(view.getByText('Rank 1, 5%')).toBeVisible();
  await expect
    .element(view.getByRole('link', { name: 'order', exact: true }))
    .toHaveAttribute('href', '/orders/q7Yw2mKc9TzR4vNb8HsXdA');
});
