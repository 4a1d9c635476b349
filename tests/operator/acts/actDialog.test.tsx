import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError, request } from '#/client/platform/api/api.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { ProofDialog } from '#/operator/frame/ProofDialog.tsx';
import { ActDialog } from '#/operator/acts/ActDialog.tsx';

const PLAN = {
  endpoint: operatorCalls.changeStaff,
  input: { params: { id: '7' }, body: { role: 'viewer', isDisabled: false, version: 3 } },
} as const;
const CONSEQUENCES = {
  before: { role: 'manager', state: 'active', sessions: 2 },
  after: { role: 'viewer', state: 'active', sessions: 0 },
};

type Sent = Parameters<typeof request>;
type Answer = (sent: Sent) => unknown;
let answers: { preview: Answer; act: Answer; prove: Answer };
const sent: Sent[] = [];
/** Calls of the act itself, with what they carried. */
const acts = () =>
  sent
    .filter(([{ path }]) => path === PLAN.endpoint.path)
    .map(([, input, { headers }]) => ({ input, headers }));

beforeEach(() => {
  sent.length = 0;
  answers = { preview: () => CONSEQUENCES, act: () => ({}), prove: () => ({ provenUntil: '' }) };
  vi.mocked(request).mockImplementation(async (...args: Sent) => {
    sent.push(args);
    const { path } = args[0];
    if (path.endsWith('/preview')) return answers.preview(args);
    return path === operatorCalls.prove.path ? answers.prove(args) : answers.act(args);
  });
});

function show(onDone = vi.fn(), confirmation?: { label: string; word: string }) {
  const onClose = vi.fn();
  const screen = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ActDialog
        plan={PLAN}
        title="Change rights"
        label="Do it"
        done="It is done"
        confirmation={confirmation}
        onClose={onClose}
        onDone={onDone}
      />
      <ProofDialog />
    </QueryClientProvider>,
  );
  return { screen, onClose, onDone };
}

test('O8 an act shows what it changes before it can be done', async () => {
  const { screen } = show();
  const view = await screen;
  await expect.element(view.getByText('Manager')).toBeVisible();
  await expect.element(view.getByText('Viewer')).toBeVisible();
  expect(acts()).toEqual([]);
});

test('O8 O29 a name of the catalogue is shown in the language of the operator', async () => {
  answers.preview = () => ({
    before: {},
    after: { given: { ru: 'RU case', uk: 'UK case', en: 'Night Cab' } },
  });
  const { screen } = show();
  await expect.element((await screen).getByText('Night Cab', { exact: true })).toBeVisible();
});

test('O8 O29 an amount of a settlement is written as people of the language write it', async () => {
  answers.preview = () => ({ before: { payoutDifference: '-0.50 USD' }, after: {} });
  const { screen } = show();
  await expect.element((await screen).getByText('-$0.50', { exact: true })).toBeVisible();
});

test('O8 fields that are empty before and after are not among the consequences', async () => {
  answers.preview = () => ({
    before: { role: 'manager', ordersStopped: [], sessions: 0 },
    after: { role: 'viewer', ordersStopped: [], sessions: 0 },
  });
  const { screen } = show();
  await expect.element((await screen).getByText('Viewer')).toBeVisible();
  expect([...document.querySelectorAll('dl dt')].map(({ textContent }) => textContent)).toEqual(['Role']);
});

test('O9 two presses before anything is drawn are one act, under one key', async () => {
  const { screen, onDone } = show();
  const view = await screen;
  await expect.element(view.getByText('Manager')).toBeVisible();
  await view.getByLabelText('Reason').fill('asked for by the owner');
  const button = view.getByRole('button', { name: 'Do it' }).element() as HTMLButtonElement;
  button.click();
  button.click();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(acts()).toHaveLength(1);
  expect(acts()[0]?.input).toEqual({
    ...PLAN.input,
    body: { ...PLAN.input.body, reason: 'asked for by the owner' },
  });
});

test('O9 after a lost answer the same act is sent under the same key, and the reason stays (O30)', async () => {
  answers.act = () => {
    throw new ApiError('offline', 0);
  };
  const { screen, onDone } = show();
  const view = await screen;
  await expect.element(view.getByText('Manager')).toBeVisible();
  await view.getByLabelText('Reason').fill('asked for by the owner');
  await view.getByRole('button', { name: 'Do it' }).click();
  await expect.element(view.getByRole('alert').first()).not.toBeEmptyDOMElement();
  await expect.element(view.getByLabelText('Reason')).toHaveValue('asked for by the owner');
  answers.act = () => ({});
  await view.getByRole('button', { name: 'Do it' }).click();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const keys = acts().map(({ headers }) => headers[IDEMPOTENCY_HEADER]);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test('O9 the version of the opening is sent until the dialog has told that somebody else was faster', async () => {
  const plan = (version: number) => ({
    ...PLAN,
    input: { ...PLAN.input, body: { ...PLAN.input.body, version } },
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const dialog = (version: number) => (
    <QueryClientProvider client={client}>
      <ActDialog plan={plan(version)} title="Change" label="Do it" done="Done" onClose={() => {}} />
    </QueryClientProvider>
  );
  answers.act = () => {
    throw new ApiError('operatorChanged', 409);
  };
  const view = await render(dialog(3));
  await view.getByLabelText('Reason').fill('asked for by the owner');
  // the page behind has read what another operator did
  await view.rerender(dialog(4));
  const press = () => view.getByRole('button', { name: 'Do it' }).click();
  await press();
  await expect.element(view.getByRole('alert').first()).not.toBeEmptyDOMElement();
  await press();
  const versions = () => acts().map(({ input }) => (input as { body: { version: number } }).body.version);
  await expect.poll(versions).toEqual([3, 4]);
});

test('O9 after a lost answer a reworded reason, a newer version and a reopened dialog are the same act (O30)', async () => {
  answers.act = () => {
    throw new ApiError('timeout', 0);
  };
  const plan = (version: number) => ({
    ...PLAN,
    input: { params: { id: '8' }, body: { ...PLAN.input.body, version } },
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const dialog = (version: number, key: string) => (
    <QueryClientProvider client={client}>
      <ActDialog key={key} plan={plan(version)} title="Change" label="Do it" done="Done" onClose={() => {}} />
    </QueryClientProvider>
  );
  const view = await render(dialog(3, 'first'));
  const press = async (reason: string, times: number) => {
    await view.getByLabelText('Reason').fill(reason);
    await view.getByRole('button', { name: 'Do it' }).click();
    await expect.poll(() => acts()).toHaveLength(times);
    await expect.element(view.getByText(/No answer came.*not be done twice/)).toBeVisible();
  };
  await press('asked for', 1);
  await press('asked for by the owner', 2);
  await view.rerender(dialog(4, 'first'));
  await press('asked for by the owner', 3);
  await view.rerender(dialog(3, 'reopened'));
  await press('once more', 4);
  const keys = acts().map(({ headers }) => headers[IDEMPOTENCY_HEADER]);
  expect(new Set(keys).size).toBe(1);
  // the target has changed before this dialog was opened: this is something new
  await view.rerender(dialog(4, 'opened later'));
  await press('once more', 5);
  expect(acts()[4]!.headers[IDEMPOTENCY_HEADER]).not.toBe(keys[0]);
});

test('O9 after a lost answer another note is another act', async () => {
  answers.act = () => {
    throw new ApiError('offline', 0);
  };
  const view = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ActDialog plan={PLAN} title="Note" label="Do it" done="Done" isNote onClose={() => {}} />
    </QueryClientProvider>,
  );
  for (const [at, note] of ['called us', 'called us twice'].entries()) {
    await view.getByRole('textbox', { name: 'Note' }).fill(note);
    await view.getByRole('button', { name: 'Do it' }).click();
    await expect.poll(() => acts()).toHaveLength(at + 1);
    await expect.element(view.getByText(/No answer came/)).toBeVisible();
  }
  const keys = acts().map(({ headers }) => headers[IDEMPOTENCY_HEADER]);
  expect(new Set(keys).size).toBe(2);
});

test('O4 an act that needs a fresh code asks for it and goes on by itself', async () => {
  let isProven = false;
  answers.act = () => {
    if (!isProven) throw new ApiError('proofNeeded', 403);
    return {};
  };
  answers.prove = ([, input]) => {
    expect(input).toEqual({ body: { code: '123456' } });
    isProven = true;
    return { provenUntil: '' };
  };
  const { screen, onDone } = show();
  const view = await screen;
  await expect.element(view.getByText('Manager')).toBeVisible();
  await view.getByLabelText('Reason').fill('asked for by the owner');
  await view.getByRole('button', { name: 'Do it' }).click();
  await view.getByLabelText('Confirmation code').fill('123456');
  await view.getByRole('button', { name: 'Confirm' }).click();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test('O8 what weighs much works only after its word is typed', async () => {
  const { screen } = show(vi.fn(), { label: 'Name', word: 'Olena' });
  const view = await screen;
  await expect.element(view.getByText('Manager')).toBeVisible();
  const button = view.getByRole('button', { name: 'Do it' });
  await expect.element(button).toBeDisabled();
  await view.getByLabelText('Name').fill('Olen');
  await expect.element(button).toBeDisabled();
  await view.getByLabelText('Name').fill('Olena');
  await expect.element(button).toBeEnabled();
});

test('O30 consequences that do not load can be asked for again, and nothing can be done without them', async () => {
  answers.preview = () => {
    throw new ApiError('offline', 0);
  };
  const { screen } = show();
  const view = await screen;
  const again = view.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  await expect.element(view.getByRole('button', { name: 'Do it' })).toBeDisabled();
  answers.preview = () => CONSEQUENCES;
  await again.click();
  await expect.element(view.getByText('Manager')).toBeVisible();
});

test('O11 a sum is confirmed with either decimal sign', async () => {
  const { screen } = show(vi.fn(), { label: 'The sum again', word: '119.90' });
  const view = await screen;
  await expect.element(view.getByText('Viewer')).toBeVisible();
  const button = view.getByRole('button', { name: 'Do it' });
  await view.getByLabelText('The sum again').fill('119.9');
  await expect.element(button).toBeDisabled();
  await view.getByLabelText('The sum again').fill('119,90');
  await expect.element(button).toBeEnabled();
});
