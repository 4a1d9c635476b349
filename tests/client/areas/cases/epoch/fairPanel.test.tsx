import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { FairPanel } from '#/client/areas/cases/epoch/FairPanel.tsx';
import { useOwnClientSeed } from '#/client/areas/cases/epoch/useOwnClientSeed.ts';
import { listSeedNotes } from '#/client/domain/queries/seedNotes.ts';
import { fairnessCalls } from '#/contract/calls/fairness.ts';
import { previousSeed } from '#/contract/fair.ts';
import type { FairCurrent, FairEpoch, FairStats } from '#/contract/fairness.ts';

const SERVER_SEED = 'a1'.repeat(32);
const epochOf = (changes: Partial<FairEpoch> = {}): FairEpoch => ({
  id: 'e-live',
  chainNo: 1,
  idx: 3,
  anchor: '0'.repeat(64),
  commitment: previousSeed(SERVER_SEED),
  serverSeed: null,
  draws: 6,
  createdAt: '2026-11-20T10:00:00.000Z',
  endedAt: null,
  endedBy: null,
  ...changes,
});
const currentOf = (changes: Partial<FairCurrent> = {}): FairCurrent => ({
  epoch: epochOf(),
  clientSeed: 'old_SEED-1',
  clientSeedOrigin: 'player',
  nextNonce: 6,
  nextAnchor: '1'.repeat(64),
  ...changes,
});
const stats = (pValue: number | null, draws = 1000): FairStats => ({
  caseId: 7,
  revisions: [
    {
      revision: 3,
      oddsHash: '2'.repeat(64),
      draws,
      pValue,
      items: [
        { id: 1, name: 'Jerrycan', imageName: 'jerrycan', color: 'simple', tickets: 900_000, observed: 893 },
        { id: 2, name: 'Watch', imageName: 'watch', color: 'rare', tickets: 100_000, observed: 107 },
      ],
    },
  ],
});

type Answers = Partial<Record<keyof typeof fairnessCalls, (body: unknown) => unknown>>;
const sent: [name: string, body: unknown][] = [];

function answer(answers: Answers): void {
  const all: Answers = {
    fairCurrent: () => currentOf(),
    fairEpochs: () => ({ epochs: [epochOf()], nextBefore: null }),
    fairStats: () => stats(0.43),
    ...answers,
  };
  vi.mocked(call).mockImplementation(async (endpoint, input) => {
    const name = Object.entries(fairnessCalls).find(([, one]) => one === (endpoint as object))?.[0] ?? '';
    const { body } = input as { body?: unknown };
    if (body) sent.push([name, body]);
    return all[name as keyof Answers]?.(body);
  });
}

beforeEach(() => void sent.splice(0));

async function openPanel() {
  const screen = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <FairPanel caseId={7} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.getByRole('heading', { name: 'Fairness of the draw' }).click();
  return screen;
}

test('PF1 folded away it asks for nothing; open it shows the fingerprint and the next number', async () => {
  answer({});
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <FairPanel caseId={7} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(call).not.toHaveBeenCalled();
  await screen.getByRole('heading', { name: 'Fairness of the draw' }).click();
  await expect.element(screen.getByText(previousSeed(SERVER_SEED))).toBeVisible();
  await expect.element(screen.getByText('Series e-live')).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Copy: Fingerprint of the server seed' }))
    .toBeVisible();
});

test('PF1 a client seed is looked at while it is typed, and saved with the fingerprint it was made for', async () => {
  answer({ clientSeed: (body) => currentOf({ clientSeed: (body as { clientSeed: string }).clientSeed }) });
  const screen = await openPanel();
  const field = screen.getByRole('textbox', { name: 'Your seed' });
  const save = screen.getByRole('button', { name: 'Save the seed' });
  await expect.element(field).toHaveValue('old_SEED-1');
  await expect.element(save).toBeDisabled();
  await field.fill('мой сид');
  await expect.element(screen.getByText(/^1 to 64 characters/)).toBeVisible();
  await expect.element(save).toBeDisabled();
  await field.fill('my_own-42');
  await save.click();
  await expect.element(screen.getByText(/^The seed is saved/)).toBeVisible();
  expect(sent).toEqual([['clientSeed', { commitment: previousSeed(SERVER_SEED), clientSeed: 'my_own-42' }]]);
  await expect.element(field).toHaveValue('my_own-42');
});

test('PF1 a random seed has 22 characters and another one each time', async () => {
  answer({});
  const screen = await openPanel();
  const field = screen.getByRole('textbox', { name: 'Your seed' });
  const values = new Set<string>();
  for (let turn = 0; turn < 3; turn++) {
    await screen.getByRole('button', { name: 'Random seed' }).click();
    const { value } = field.element() as HTMLInputElement;
    expect(value).toMatch(/^[\w-]{22}$/);
    values.add(value);
  }
  expect(values.size).toBe(3);
});

test('PF1 a seed for an epoch that has changed is not saved, and the new epoch is shown', async () => {
  let isMoved = false;
  answer({
    fairCurrent: () => (isMoved ? currentOf({ epoch: epochOf({ id: 'e-next', draws: 0 }) }) : currentOf()),
    clientSeed: () => {
      isMoved = true;
      throw new ApiError('epochEnded', 409);
    },
  });
  const screen = await openPanel();
  await screen.getByRole('textbox', { name: 'Your seed' }).fill('mine');
  await screen.getByRole('button', { name: 'Save the seed' }).click();
  await expect.element(screen.getByText('Series e-next')).toBeVisible();
});

test('PF1 the end of an epoch is asked for twice, shows its seed and leads to its verification', async () => {
  answer({
    rotateSeed: () => ({
      ended: epochOf({ serverSeed: SERVER_SEED, endedAt: '2026-11-20T11:00:00.000Z' }),
      current: currentOf({ epoch: epochOf({ id: 'e-next', draws: 0 }), nextNonce: 0 }),
    }),
  });
  const screen = await openPanel();
  const end = screen.getByRole('button', { name: 'Reveal the seed' });
  await end.click();
  await screen.getByRole('button', { name: 'Not now' }).click();
  expect(sent).toEqual([]);
  await end.click();
  await screen.getByRole('button', { name: 'End the series' }).click();
  await expect.element(screen.getByText(SERVER_SEED)).toBeVisible();
  await expect
    .element(screen.getByText(/^Its seed is revealed. Its SHA-\u2060256 is the fingerprint/))
    .toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Check the series' }).first())
    .toHaveAttribute('href', expect.stringMatching(/\/fairness\?epoch=e-live$/));
  expect(sent).toEqual([
    [
      'rotateSeed',
      { commitment: previousSeed(SERVER_SEED), clientSeed: expect.stringMatching(/^[\w-]{22}$/) as string },
    ],
  ]);
  await expect.element(end).toBeDisabled();
});

test('PF1 a revealed seed that is not the one promised is not called so', async () => {
  answer({
    rotateSeed: () => ({
      ended: epochOf({ serverSeed: 'b2'.repeat(32), endedAt: '2026-11-20T11:00:00.000Z' }),
      current: currentOf(),
    }),
  });
  const screen = await openPanel();
  await screen.getByRole('button', { name: 'Reveal the seed' }).click();
  await screen.getByRole('button', { name: 'End the series' }).click();
  await expect.element(screen.getByText(/its SHA-\u2060256 does not equal the fingerprint/)).toBeVisible();
});

test.each([
  [0.43, 'Chance alone makes a difference this large or larger 43% of the time.'],
  [0.00001, /less than 0.01% of the time/],
  [null, 'Too few openings to compare yet.'],
] as const)('PF1 a p-value of %s is told in words', async (pValue, words) => {
  answer({ fairStats: () => stats(pValue) });
  const screen = await openPanel();
  await expect.element(screen.getByText(words)).toBeVisible();
  const row = screen.getByRole('row', { name: /Watch/ });
  await expect.element(row).toHaveTextContent(/10%.*10\.7%.*107/);
});

test('PF1 data that cannot be loaded show a failure with a retry; the other half stays', async () => {
  let isBroken = true;
  answer({
    fairCurrent: () => {
      if (isBroken) throw new ApiError('offline', 0);
      return currentOf();
    },
  });
  const screen = await openPanel();
  await expect.element(screen.getByText('The series did not load')).toBeVisible();
  await expect.element(screen.getByText('Jerrycan')).toBeVisible();
  isBroken = false;
  await screen.getByRole('button', { name: /again|retry/i }).click();
  await expect.element(screen.getByText('Series e-live')).toBeVisible();
});

function Cabinet() {
  useOwnClientSeed();
  return <p>cabinet</p>;
}

test('PF1 a live epoch without a client seed gets one of this browser, once, and the browser notes it', async () => {
  const epoch = epochOf({ id: 'e-noted', draws: 0 });
  const bare = currentOf({ epoch, clientSeed: null, clientSeedOrigin: null, nextNonce: 0 });
  answer({
    fairCurrent: () => bare,
    clientSeed: (body) => ({ ...bare, ...(body as object), clientSeedOrigin: 'player' }),
  });
  const client = new QueryClient();
  const screen = await render(
    <QueryClientProvider client={client}>
      <Cabinet />
      <Cabinet />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('cabinet').first()).toBeVisible();
  await vi.waitFor(async () => expect(await listSeedNotes('e-noted')).toHaveLength(1));
  const [[name, body] = ['', {}], ...others] = sent;
  expect(others).toEqual([]);
  expect(name).toBe('clientSeed');
  const { clientSeed } = body as { clientSeed: string };
  expect(clientSeed).toMatch(/^[\w-]{22}$/);
  expect(await listSeedNotes('e-noted')).toMatchObject([
    { commitment: epoch.commitment, clientSeed, fromNonce: 0 },
  ]);
});
