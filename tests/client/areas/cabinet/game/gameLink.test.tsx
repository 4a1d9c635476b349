import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { InTheGame } from '#/client/areas/cabinet/game/InTheGame.tsx';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import type { GameLinkReply } from '#/contract/gameLink.ts';
import errors from '../../../../../locales/en/errors.json';
import game from '../../../../../locales/en/game.json';

const NONE: GameLinkReply = {
  state: 'none',
  id: null,
  player: null,
  character: null,
  characterName: null,
  linkedAt: null,
  confirmedAt: null,
  heldUntil: null,
  serverKey: 'everest',
  identity: 'link',
  canLinkHere: true,
};
const PENDING: GameLinkReply = {
  ...NONE,
  state: 'pending',
  id: 7,
  player: 'license2:9f•••c1',
  characterName: 'John Doe',
  linkedAt: '2026-11-21T18:00:00.000Z',
};
const ACTIVE: GameLinkReply = { ...PENDING, state: 'active', confirmedAt: '2026-11-21T18:01:00.000Z' };

type Answer = (parts: { body?: unknown }) => unknown;

/** Shows this part of the cabinet. Calls get these answers; all others get none. */
function show(answers: [Endpoint, Answer][]) {
  vi.mocked(call).mockImplementation(((endpoint: Endpoint, parts: { body?: unknown }) => {
    const answer = answers.find(([of]) => of === endpoint)?.[1];
    return answer ? Promise.resolve().then(() => answer(parts)) : new Promise<never>(() => {});
  }) as typeof call);
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <InTheGame />
    </QueryClientProvider>,
  );
}

/** Answers of a site whose link a call changes. @param ready when that call is answered */
function changing(
  first: GameLinkReply,
  endpoint: Endpoint,
  next: GameLinkReply,
  ready: Promise<unknown> = Promise.resolve(),
): [Endpoint, Answer][] {
  let link = first;
  return [
    [endpoints.gameLink, () => link],
    [endpoint, () => ready.then(() => (link = next))],
  ];
}

const bodiesOf = (endpoint: Endpoint) =>
  vi
    .mocked(call)
    .mock.calls.filter(([of]) => of === endpoint)
    .map(([, parts]) => (parts as { body?: unknown }).body);
/** The focus is not lost with the element that had it (E5). */
const focusIsKept = () => expect.poll(() => document.activeElement).not.toBe(document.body);
const refuse = (code: ConstructorParameters<typeof ApiError>[0]) => () => {
  throw new ApiError(code, 403);
};

describe('D15 the character of an account', () => {
  test('a code is shown as the command to type, once however often it is asked for', async () => {
    const code = { code: '7K3F9QXM', expiresAt: '2026-11-21T18:10:00.000Z' };
    const screen = await show([
      [endpoints.gameLink, () => NONE],
      [endpoints.linkCode, () => code],
    ]);
    await screen.getByRole('button', { name: 'Get a code' }).dblClick();
    await expect.element(screen.getByText('/onerp 7K3F-9QXM')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Copy the command' })).toBeVisible();
    expect(bodiesOf(endpoints.linkCode)).toEqual([{}]);
  });

  test('an old sign-in is asked for the password, and a guarded account for its code too', async () => {
    const tries = [refuse('passwordNeeded'), refuse('errorTwoFaActivated'), refuse('linkTaken')];
    const screen = await show([
      [endpoints.gameLink, () => NONE],
      [endpoints.linkCode, () => tries.shift()!()],
    ]);
    const get = screen.getByRole('button', { name: 'Get a code' });
    await get.click();
    await expect.element(screen.getByLabelText('Your password for this site')).toHaveFocus();
    await screen.getByLabelText('Your password for this site').fill('secret');
    await get.click();
    await expect.element(screen.getByLabelText('Confirmation code')).toHaveFocus();
    await screen.getByLabelText('Confirmation code').fill('123456');
    await get.click();
    await expect.element(screen.getByText(errors.linkTaken)).toBeVisible();
    expect(bodiesOf(endpoints.linkCode)).toEqual([
      {},
      { password: 'secret' },
      { password: 'secret', verification_code: '123456' },
    ]);
  });

  test.each([
    ['Yes, it’s me', endpoints.confirmLink, ACTIVE, 'Unlink'],
    ['No', endpoints.refuseLink, NONE, 'Get a code'],
  ])(
    '"is that you?" is answered with %s, naming the link that is shown',
    async (press, endpoint, next, then) => {
      const hand = new EventTarget();
      const released = new Promise((resolve) => hand.addEventListener('released', resolve));
      const screen = await show(changing(PENDING, endpoint, next, released));
      await expect
        .element(screen.getByRole('heading', { name: 'John Doe on everest: is that you?' }))
        .toBeVisible();
      await screen.getByRole('button', { name: press, exact: true }).dblClick();
      hand.dispatchEvent(new Event('released'));
      await expect.element(screen.getByRole('button', { name: then })).toBeVisible();
      await focusIsKept();
      expect(bodiesOf(endpoint)).toEqual([{ id: 7 }]);
    },
  );

  test('untying is asked once more; D16 what is held says until when', async () => {
    const heldUntil = '2026-11-22T18:00:00.000Z';
    const screen = await show(changing({ ...ACTIVE, heldUntil }, endpoints.endLink, NONE));
    await expect.element(screen.getByText(/What you bought before waits until 22 Nov 2026/)).toBeVisible();
    await screen.getByRole('button', { name: 'Unlink' }).click();
    await expect.element(screen.getByText(game.link.active.ask)).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: 'John Doe' })).toHaveFocus();
    expect(bodiesOf(endpoints.endLink)).toEqual([]);
    await screen.getByRole('button', { name: 'Unlink' }).click();
    await expect.element(screen.getByRole('button', { name: 'Get a code' })).toBeVisible();
    await focusIsKept();
    expect(bodiesOf(endpoints.endLink)).toEqual([{}]);
  });

  test('a server that knows its players by login shows nothing', async () => {
    const asked = vi.fn(() => ({ ...NONE, identity: 'login', canLinkHere: false }));
    const screen = await show([[endpoints.gameLink, asked]]);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  });
});

test('D17 the coins a day are a number within the limit, and are saved', async () => {
  const screen = await show([
    [endpoints.gameLink, () => ACTIVE],
    [endpoints.spendPermit, () => ({ coinsPerDay: 0, spentToday: 0 })],
    [endpoints.setSpendPermit, ({ body }) => ({ ...(body as object), spentToday: 0 })],
  ]);
  const coins = screen.getByLabelText('Coins a day');
  const save = screen.getByRole('button', { name: 'Save' });
  await expect.element(save).toBeDisabled();
  await coins.fill('99999');
  await expect.element(coins).toHaveValue('50000');
  await coins.fill('1a50');
  await save.click();
  await vi.waitFor(() => expect(bodiesOf(endpoints.setSpendPermit)).toEqual([{ coinsPerDay: 150 }]));
  await expect.element(save).toBeDisabled();
});
