import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { ServerLane, ServerReply } from '#/contract/operator/servers.ts';
import { ServerPage } from '#/operator/servers/ServerPage.tsx';
import { ServersPage } from '#/operator/servers/ServersPage.tsx';
import { type Answers, answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const AT = '2026-01-15T12:00:00.000Z';
const laneOf = (key: string, name: string, changes: Partial<ServerLane> = {}): ServerLane => ({
  key,
  names: { ru: name, uk: name, en: name },
  instance: {
    isAlive: true,
    seenAt: AT,
    endedAt: null,
    adapter: 'onerp-ragemp 1.0.0',
    game: 'RAGE MP',
    host: 'gta-1',
    network: '10.0.0.0',
    identity: 'login',
    clockOffsetMs: 12,
    ledger: 'ledger-in-use',
    rival: null,
  },
  waiting: 250,
  ready: 3,
  leased: 0,
  trouble: 0,
  oldestReadyAt: AT,
  mostCounted: 250,
  alarms: [],
  liveKeys: 1,
  keyEndsAt: null,
  ...changes,
});
const keyOf = (id: string) => ({
  id,
  label: 'main machine',
  scopes: ['deliver', 'players'],
  createdAt: AT,
  endsAt: null,
  revokedAt: null,
  lastUsedAt: null,
  lastNetwork: null,
  isLive: true,
});
const SERVER: ServerReply = {
  ...laneOf('everest', 'Everest'),
  codes: ['unban'],
  facts: [],
  proves: [],
  keys: [keyOf('k_first')],
  keysMost: 3,
  ledgers: [
    { id: 'new-ledger', head: 0, firstSeenAt: AT, acceptedAt: null, retiredAt: null, refusedHead: null },
    { id: 'ledger-in-use', head: 7, firstSeenAt: AT, acceptedAt: AT, retiredAt: null, refusedHead: null },
  ],
};

const { acceptLedger, makeGameKey, revokeGameKey, server, servers } = operatorCalls;
let answers: Answers;
beforeEach(async () => {
  await page.viewport(1440, 900);
  answers = {
    [servers.path]: () => ({
      servers: [
        laneOf('everest', 'Everest'),
        laneOf('fuji', 'Fuji', { alarms: [{ alarm: 'silent', count: 2 }] }),
      ],
    }),
    [server.path]: () => SERVER,
    ...Object.fromEntries(
      [acceptLedger, makeGameKey, revokeGameKey].map(({ path }) => [
        `${path}/preview`,
        () => ({ before: { liveKeys: 1 }, after: { liveKeys: 2 } }),
      ]),
    ),
    [makeGameKey.path]: () => ({ id: 'k_second', secret: 'the-secret-of-it' }),
    [revokeGameKey.path]: () => ({ endsAt: null, revokedAt: AT }),
    [acceptLedger.path]: () => ({ provedByGame: 0, toldAgain: 0, becomeUnknown: 0 }),
  };
});

const show = (address: string) =>
  showPages({ '/servers': <ServersPage />, '/servers/:key': <ServerPage /> }, address);
const inputsOf = (sent: ReturnType<typeof answerCalls>, { path }: { path: string }) =>
  sent.filter(([endpoint]) => endpoint.path === path).map(([, input]) => input);

test('O30 the servers say that they load and that they failed', async () => {
  let finish: (value: object) => void = () => {};
  answers[servers.path] = () => new Promise((resolve) => (finish = resolve));
  answerCalls(answers);
  const view = await show('/servers').screen;
  await expect.element(view.getByText('Loading…')).toBeInTheDocument();
  finish({ servers: [laneOf('everest', 'Everest')] });
  await expect.element(view.getByRole('link', { name: 'Everest' })).toBeVisible();
  await view.unmount();
  answers[servers.path] = () => {
    throw new ApiError('offline', 0);
  };
  answerCalls(answers);
  const failed = await show('/servers').screen;
  await expect.element(failed.getByText('This did not load')).toBeVisible();
});

test('D20 a line of the first page leads to the servers that it is about', async () => {
  answerCalls(answers);
  const view = await show('/servers?mark=silent').screen;
  await expect.element(view.getByRole('link', { name: 'Fuji' })).toBeVisible();
  await expect.element(view.getByRole('link', { name: 'Everest' })).not.toBeInTheDocument();
  await view.unmount();
  const none = await show('/servers?mark=keys').screen;
  await expect.element(none.getByText('No server matches.')).toBeVisible();
  await none.getByRole('button', { name: 'Show all' }).click();
  await expect
    .element(none.getByRole('link', { name: '250+' }).first())
    .toHaveAttribute('href', '/deliveries?server=everest&state=waiting');
});

test('D9 the secret of a new key is shown once, and stays until the operator has it', async () => {
  const sent = answerCalls(answers);
  const view = await show('/servers/everest').screen;
  await view.getByRole('button', { name: 'New key' }).click();
  await view.getByLabelText('Name').fill('second machine');
  await view.getByRole('checkbox', { name: 'Players link their accounts with codes' }).click();
  await view.getByRole('button', { name: 'Next' }).click();
  await view.getByLabelText('Reason').fill('a new machine');
  await view.getByRole('dialog').getByRole('button', { name: 'New key' }).click();
  await expect.element(view.getByText('the-secret-of-it')).toBeVisible();
  // the one at the corner of the dialog has no text
  const close = view.getByRole('dialog').getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' });
  await expect.element(close).toBeDisabled();
  await view.getByRole('checkbox', { name: 'I have the secret' }).click();
  await close.click();
  await expect.element(view.getByText('the-secret-of-it')).not.toBeInTheDocument();
  expect(inputsOf(sent, makeGameKey)).toEqual([
    {
      params: { id: 'everest' },
      body: { label: 'second machine', mayLink: true, mayPurchase: false, reason: 'a new machine' },
    },
  ]);
});

test('D9 a key is revoked only after the name of its server was typed', async () => {
  const sent = answerCalls(answers);
  const view = await show('/servers/everest').screen;
  await view.getByRole('button', { name: 'Revoke' }).click();
  const dialog = view.getByRole('dialog');
  await dialog.getByLabelText('Reason').fill('it has leaked');
  const button = dialog.getByRole('button', { name: 'Revoke' });
  await expect.element(button).toBeDisabled();
  await dialog.getByLabelText('Name of the server, to confirm').fill('Everest');
  await button.click();
  await expect.element(view.getByRole('dialog')).not.toBeInTheDocument();
  expect(inputsOf(sent, revokeGameKey)).toEqual([
    { params: { id: 'k_first' }, body: { reason: 'it has leaked' } },
  ]);
});

test('D6 a ledger that waits is accepted as it was seen, after the name was typed', async () => {
  const sent = answerCalls(answers);
  const view = await show('/servers/everest').screen;
  await view.getByRole('button', { name: 'Accept', exact: true }).click();
  const dialog = view.getByRole('dialog');
  await dialog.getByLabelText('Reason').fill('the disk was lost');
  await dialog.getByLabelText('Name of the server, to confirm').fill('Everest');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect.element(view.getByRole('dialog')).not.toBeInTheDocument();
  expect(inputsOf(sent, acceptLedger)).toEqual([
    {
      params: { id: 'everest' },
      body: { ledger: 'new-ledger', acceptedAt: null, retiredAt: null, reason: 'the disk was lost' },
    },
  ]);
});

test('O4 who may not change keys sees them and can change none; with three live keys none can be made', async () => {
  answers[server.path] = () => ({ ...SERVER, liveKeys: 3 });
  answerCalls(answers, 'support');
  const view = await show('/servers/everest').screen;
  await expect.element(view.getByText('k_first')).toBeVisible();
  for (const name of ['New key', 'Revoke', 'Accept'])
    await expect.element(view.getByRole('button', { name })).not.toBeInTheDocument();
  await view.unmount();
  answerCalls(answers);
  const full = await show('/servers/everest').screen;
  await expect.element(full.getByRole('button', { name: 'New key' })).toBeDisabled();
});

test('O30 an unknown server shows a message', async () => {
  answers[server.path] = () => {
    throw new ApiError('notFound', 404);
  };
  answerCalls(answers);
  const view = await show('/servers/nowhere').screen;
  await expect.element(view.getByRole('heading', { name: 'There is no such server' })).toBeVisible();
});
