import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Link, MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { type EpochFile, evidenceOf, exportText } from '#/client/domain/verification/evidence.ts';
import { runVerification } from '#/client/domain/verification/runVerification.ts';
import { VerifySection } from '#/client/areas/fairness/VerifySection.tsx';
import { fairnessCalls } from '#/contract/calls/fairness.ts';
import errors from '../../../../locales/en/errors.json';
import { SAMPLE_ODDS, sampleEpoch } from '../../../support/fairness/sampleEpoch.ts';

const honest = sampleEpoch();

const visit = (search: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[`/en/fairness${search}`]}>
        <VerifySection />
        <Link to={`?epoch=${honest.epoch.id}&nonce=1`}>Another draw</Link>
      </MemoryRouter>
    </QueryClientProvider>,
  );

/** A server that tells what is in a file, a few draws a page. */
function serve({ epoch, draws, odds, proofs }: EpochFile): void {
  vi.mocked(call).mockImplementation(async (endpoint, input) => {
    const { params, query } = input as {
      params?: { hash: string };
      query?: { from: string; nonce: string; count?: string };
    };
    const from = Number(query?.from);
    const end = from + Number(query?.count ?? 5);
    const replies = new Map<unknown, () => unknown>([
      [fairnessCalls.fairEpoch, () => epoch],
      [
        fairnessCalls.fairDraws,
        () => ({ draws: draws.slice(from, end), nextFrom: end < draws.length ? end : null }),
      ],
      [fairnessCalls.fairOdds, () => odds[params?.hash === draws[0]?.oddsHash ? 0 : 1]],
      [
        fairnessCalls.fairProof,
        () => proofs.find(({ nonce }) => nonce === Number(query?.nonce))?.proof ?? proofs[0]?.proof,
      ],
    ]);
    return replies.get(endpoint)?.();
  });
}

test('RT12 a link to a draw verifies its epoch and shows that draw', async () => {
  // every nonce that is asked for has a proof
  const whole = { ...honest, proofs: [], draws: honest.draws.slice(0, 12) };
  serve({ ...whole, proofs: [{ nonce: 0, proof: { day: null, index: 0, path: [] } }] });
  const screen = await visit(`?epoch=${honest.epoch.id}&nonce=7`);
  await expect.element(screen.getByRole('heading', { name: 'Everything matches' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Draw No. 8' })).toBeVisible();
  const checks = screen.getByRole('list', { name: 'Nine checks' }).getByRole('listitem');
  expect(checks.elements()).toHaveLength(9);
  await expect.element(checks.nth(3)).toHaveTextContent(/Matches.*Tickets computed again: 12/);
  await expect.element(checks.nth(6)).toHaveTextContent(/Nothing to compare.*This browser has no note/);
  await expect.element(screen.getByText(String(honest.draws[7]!.ticket), { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Next draw' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Draw No. 9' })).toBeVisible();
});

test('RT12 E5 the button that verifies a typed draw keeps the focus; a link to another draw fills the fields in', async () => {
  const whole = { ...honest, proofs: [], draws: honest.draws.slice(0, 12) };
  serve({ ...whole, proofs: [{ nonce: 0, proof: { day: null, index: 0, path: [] } }] });
  const screen = await visit(`?epoch=${honest.epoch.id}&nonce=7`);
  await expect.element(screen.getByRole('heading', { name: 'Draw No. 8' })).toBeVisible();
  const number = screen.getByLabelText('Draw number');
  await expect.element(number).toHaveValue('8');
  await number.fill('5');
  const verify = screen.getByRole('button', { name: 'Check', exact: true });
  await verify.click();
  await expect.element(screen.getByRole('heading', { name: 'Draw No. 5' })).toBeVisible();
  await expect.element(verify).toHaveFocus();
  await screen.getByRole('link', { name: 'Another draw' }).click();
  await expect.element(number).toHaveValue('2');
});

test('RT12 a live epoch says that it has to end first', async () => {
  serve({
    ...honest,
    epoch: { ...honest.epoch, serverSeed: null, endedAt: null },
    proofs: [{ nonce: 0, proof: { day: null, index: 0, path: [] } }],
  });
  const screen = await visit(`?epoch=${honest.epoch.id}`);
  await expect.element(screen.getByRole('heading', { name: 'The series is still running' })).toBeVisible();
  await expect.element(screen.getByText('Secret while the series is running')).toBeVisible();
});

test('RT12 a link to a draw of a live epoch asks for that draw alone, and shows no other', async () => {
  serve({
    ...honest,
    epoch: { ...honest.epoch, serverSeed: null, endedAt: null },
    proofs: [{ nonce: 7, proof: { day: null, index: 0, path: [] } }],
  });
  const screen = await visit(`?epoch=${honest.epoch.id}&nonce=7`);
  await expect.element(screen.getByRole('heading', { name: 'Draw No. 8' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next draw' }).elements()).toHaveLength(0);
  const asked = vi.mocked(call).mock.calls.filter(([endpoint]) => endpoint === fairnessCalls.fairDraws);
  expect(asked.map(([, input]) => input)).toEqual([
    { query: { epoch: honest.epoch.id, from: '7', count: '1' } },
  ]);
});

test('RT12 a number that an epoch does not have is told, the epoch is verified all the same', async () => {
  serve({ ...honest, proofs: [{ nonce: 0, proof: { day: null, index: 0, path: [] } }] });
  const screen = await visit(`?epoch=${honest.epoch.id}&nonce=99`);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('This series has no draw with that number');
});

test('RT12 an epoch that nobody knows is told in words', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.mocked(call).mockRejectedValue(new ApiError('epochNotFound', 404));
  const screen = await visit('?epoch=e-none');
  await expect.element(screen.getByRole('alert')).toHaveTextContent(errors.epochNotFound);
});

test('RT12 a pasted file is verified without a word to the server; a change in it is found and named', async () => {
  const screen = await visit('?way=file');
  const field = screen.getByRole('textbox', { name: 'Series record' });
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect.element(screen.getByText('There is nothing here yet')).toBeVisible();
  await expect.element(field).toHaveFocus();
  await field.fill(exportText(honest));
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Everything matches' })).toBeVisible();

  const forged = structuredClone(honest);
  forged.draws[4]!.itemId = 106;
  await field.fill(exportText(forged));
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect.element(screen.getByRole('heading', { name: 'It does not match' })).toBeVisible();
  await expect
    .element(screen.getByText(/Prizes that do not own their ticket: 1. The first is No\.\s5/))
    .toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Draw No. 5' })).toBeVisible();
  expect(call).not.toHaveBeenCalled();
});

test('RT12 values typed by hand are looked at, then verified', async () => {
  const screen = await visit('?way=hand');
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Server seed' })).toHaveFocus();
  const draw = honest.draws[0]!;
  for (const [name, value] of [
    ['Server seed', honest.epoch.serverSeed!],
    ['Fingerprint (if you have it)', honest.epoch.commitment],
    ['Series', honest.epoch.id],
    ['Your seed', draw.clientSeed],
    ['Nonce', '0'],
    ['Odds table', SAMPLE_ODDS],
    ['Ticket (if you have it)', String(draw.ticket)],
    ['Prize number (if you have it)', String(draw.itemId)],
  ] as const)
    await screen.getByRole('textbox', { name, exact: true }).fill(value);
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Everything matches' })).toBeVisible();
});

test('RT12 ten thousand draws are verified beside the page, and can be stopped', async () => {
  const many = evidenceOf(sampleEpoch(10_000), []);
  const done: number[] = [];
  const verdict = await runVerification(many, new AbortController().signal, (draws) => done.push(draws));
  expect(verdict).toMatchObject({ state: 'passed', drawsChecked: 10_000 });
  expect(done.length).toBeGreaterThan(30);

  const stopped = new AbortController();
  const running = runVerification(many, stopped.signal, () => stopped.abort(new Error('enough')));
  await expect(running).rejects.toThrow('enough');
});
