import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { MailChoiceBody, MailChoicesReply } from '#/contract/kernel/playerNews.ts';
import { MailSettings } from '#/client/areas/cabinet/settings/MailSettings.tsx';
import { ApiError, call } from '#/client/platform/api/api.ts';

const FIRST: MailChoicesReply = {
  choices: [
    { kind: 'goods', choice: 'daily' },
    { kind: 'waits', choice: 'now' },
    { kind: 'unpaid', choice: 'daily' },
    { kind: 'friend', choice: 'daily' },
    { kind: 'reward', choice: 'now' },
    { kind: 'promotion', choice: 'off' },
  ],
};

type Answer = (parts: { body?: unknown }) => unknown;

async function show(answers: [Endpoint, Answer][], { isVerified = true } = {}) {
  vi.mocked(call).mockImplementation(((endpoint: Endpoint, parts: { body?: unknown }) => {
    const answer = answers.find(([of]) => of === endpoint)?.[1];
    return answer ? Promise.resolve().then(() => answer(parts)) : new Promise<never>(() => {});
  }) as typeof call);
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MailSettings isVerified={isVerified} />
    </QueryClientProvider>,
  );
}
const bodies = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([of]) => of === endpoints.chooseMail)
    .map(([, parts]) => (parts as { body?: unknown }).body);
const changed = ({ kind, choice }: MailChoiceBody): MailChoicesReply => ({
  choices: FIRST.choices.map((one) => (one.kind === kind ? { kind, choice } : one)),
});

describe('C16 the choices of mails', () => {
  test('are shown for each kind in plain words, and saved one after another at once', async () => {
    const screen = await show([
      [endpoints.mailChoices, () => FIRST],
      [endpoints.chooseMail, ({ body }) => changed(body as MailChoiceBody)],
    ]);
    const group = (name: string) => screen.getByRole('radiogroup', { name });
    await expect
      .element(group('A purchase waits for you').getByRole('radio', { name: 'At once' }))
      .toBeChecked();
    await expect.element(group('A promotion ends').getByRole('radio', { name: 'Never' })).toBeChecked();
    await expect
      .element(group('Order closed unpaid').getByRole('radio', { name: 'Once a day' }))
      .toBeChecked();
    await expect
      .element(group('Reward for your friends').getByRole('radio', { name: 'At once' }))
      .toBeChecked();
    await group('A promotion ends').getByRole('radio', { name: 'Once a day' }).click();
    await group('A friend now counts').getByRole('radio', { name: 'Never' }).click();
    await expect.element(group('A promotion ends').getByRole('radio', { name: 'Once a day' })).toBeChecked();
    await expect.element(group('A friend now counts').getByRole('radio', { name: 'Never' })).toBeChecked();
    await expect.poll(bodies).toEqual([
      { kind: 'promotion', choice: 'daily' },
      { kind: 'friend', choice: 'off' },
    ]);
    await expect
      .element(screen.getByText(/Receipts, refunds, changes to the terms and emails about sign-ins/))
      .toBeVisible();
  });

  test('can be made with the arrow keys', async () => {
    const screen = await show([
      [endpoints.mailChoices, () => FIRST],
      [endpoints.chooseMail, ({ body }) => changed(body as MailChoiceBody)],
    ]);
    const group = screen.getByRole('radiogroup', { name: 'Handed over in the game' });
    const daily = group.getByRole('radio', { name: 'Once a day' });
    await expect.element(daily).toBeChecked();
    (daily.element() as HTMLElement).focus();
    daily.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await expect.poll(bodies).toEqual([{ kind: 'goods', choice: 'off' }]);
  });

  test('that are refused go back', async () => {
    const screen = await show([
      [endpoints.mailChoices, () => FIRST],
      [endpoints.chooseMail, () => Promise.reject(new ApiError('readOnly', 503))],
    ]);
    const group = screen.getByRole('radiogroup', { name: 'A promotion ends' });
    await group.getByRole('radio', { name: 'At once' }).click();
    await expect.element(group.getByRole('radio', { name: 'Never' })).toBeChecked();
  });

  test('say that nothing is mailed to an address that is not confirmed', async () => {
    const screen = await show([[endpoints.mailChoices, () => FIRST]], { isVerified: false });
    await expect.element(screen.getByText(/Until your email is confirmed/)).toBeVisible();
  });

  test('that do not load can be tried again', async () => {
    const tries: Answer[] = [() => Promise.reject(new ApiError('internal', 500)), () => FIRST];
    const screen = await show([[endpoints.mailChoices, (parts) => tries.shift()!(parts)]]);
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => screen.getByRole('radiogroup').elements().length).toBe(6);
  });
});
