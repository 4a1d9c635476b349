import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';
import { EmailVerificationPage } from '#/client/areas/auth/EmailVerificationPage.tsx';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import en from '../../../../locales/en/auth.json';
import ru from '../../../../locales/ru/auth.json';
import uk from '../../../../locales/uk/auth.json';
import { loadTextsOf } from '../../../support/components/texts.ts';
import { sentTo } from './authCase.tsx';

const LANGUAGES = [
  ['ru', ru.verification],
  ['uk', uk.verification],
  ['en', en.verification],
] as const;

beforeEach(() => {
  tuning.dom.verificationResultMs = 0;
});

async function show(locale: Locale, query: string) {
  await loadTextsOf(locale);
  await i18next.changeLanguage(locale);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[`/email-verification${query}`]}>
        <EmailVerificationPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test.each(LANGUAGES)(
  'RT1 C2 in %s a link that acts at once says that the address is confirmed',
  async (locale, texts) => {
    vi.mocked(call).mockResolvedValue({ verified: 'email' });
    const screen = await show(locale, '?token=t');
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(texts.email.title);
    expect(sentTo('verifyEmail')).toEqual([{ token: 't' }]);
  },
);

test.each(LANGUAGES)(
  'RT1 SE2 in %s a link says what it does and waits for a press',
  async (locale, texts) => {
    vi.mocked(call).mockImplementation(async (_, input): Promise<never> => {
      if ((input as { body: { confirmed?: true } }).body.confirmed) return { verified: 'email' } as never;
      const link = { does: 'confirmEmail', login: 'n•••t', email: 'n•••@example.org' } as const;
      throw new ApiError('confirmationNeeded', 409, { link });
    });
    const screen = await show(locale, '?token=t');
    const { title, button } = texts.ask.confirmEmail;
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    await expect.element(screen.getByText('n•••@example.org')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: button })).toHaveFocus();
    expect(sentTo('verifyEmail')).toEqual([{ token: 't' }]);
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(texts.email.title);
    expect(sentTo('verifyEmail')).toEqual([{ token: 't' }, { token: 't', confirmed: true }]);
  },
);

test.each(LANGUAGES)('RT1 a link that is wrong shows the error block in %s', async (locale, texts) => {
  vi.mocked(call).mockRejectedValue(new ApiError('verificationInvalid', 422));
  const screen = await show(locale, '?token=no-such-token-at-all');
  await expect.element(screen.getByRole('alert')).toHaveTextContent(texts.failed.title);
});

test('RT1 without a token nothing is called and no block is shown', async () => {
  const screen = await show('en', '');
  // the page says its name to screen readers, and shows nothing
  await expect.element(screen.getByRole('heading')).toHaveTextContent(en.verification.title);
  for (const role of ['status', 'alert', 'button'] as const)
    expect(screen.getByRole(role).elements()).toHaveLength(0);
  expect(call).not.toHaveBeenCalled();
});
