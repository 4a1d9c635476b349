import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { Settings } from '#/client/areas/cabinet/settings/Settings.tsx';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { showNoticesIn } from '#/client/ui/feedback/notify.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import type { UserReply } from '#/contract/session.ts';
import cabinet from '../../../../../locales/en/cabinet.json';
import errors from '../../../../../locales/en/errors.json';
import { sticksOut } from '../../../../support/tools/sticksOut.ts';
import { loadTextsOf } from '../../../../support/components/texts.ts';
import { field, fill, submitButton } from '../../auth/authCase.tsx';

const { settings: texts } = cabinet;
const PASSWORD = 'sodium-lamp-47';
const NEW_PASSWORD = 'harbour-neon-51';
const at = '2026-11-28T12:00:00Z';

const PLAYER = {
  user: {
    login: 'a-rather-long-login-of-forty-characters',
    email: 'a-rather-long-address@mail.example.org',
    isVerified: true,
    isTwoFaEnabled: false,
    pendingEmail: null,
    premiumCoins: 0,
  },
  couponCount: 0,
  caseCount: 0,
  premiumUntil: null,
} as unknown as UserReply;

/** What the server answers; a call without an answer waits. */
let answers: Map<unknown, (body: Record<string, unknown>) => unknown>;

beforeEach(() => {
  answers = new Map<unknown, (body: Record<string, unknown>) => unknown>([
    [endpoints.passkeys, () => ({ passkeys: [] })],
    [endpoints.twoFaSecret, () => ({ secret: 'ABCDEFGH'.repeat(4), QRImage: '<svg/>' })],
    [
      endpoints.sessions,
      () => ({
        sessions: [true, false].map((isCurrent, id) => ({
          id,
          isCurrent,
          device: 'Chrome · Android',
          address: '2001:db8:85a3:8d3::',
          createdAt: at,
          lastSeenAt: at,
        })),
        trustedDevices: [],
      }),
    ],
  ]);
  vi.mocked(call).mockImplementation((endpoint, input): Promise<never> => {
    const { body = {} } = (input ?? {}) as { body?: Record<string, unknown> };
    const answer = answers.get(endpoint);
    return (answer ? Promise.resolve().then(() => answer(body)) : new Promise(() => {})) as Promise<never>;
  });
});

async function show(section: string) {
  const client = new QueryClient();
  client.setQueryData(playerQuery.queryKey, PLAYER);
  return render(
    <div className="wrap">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/cabinet?section=${section}#settings`]}>
          <Settings />
        </MemoryRouter>
      </QueryClientProvider>
    </div>,
  );
}

test.each(LOCALES.flatMap((locale) => [390, 1440].map((width) => [locale, width] as const)))(
  'C8 the settings in %s at %i px: nothing of any tab sticks out',
  async (locale, width) => {
    await page.viewport(width, 844);
    await loadTextsOf(locale);
    await i18next.changeLanguage(locale);
    const screen = await show('');
    for (const tab of ['password', 'passkeys', 'twoFactor', 'sessions'] as const) {
      const name = i18next.t(`cabinet:settings.tabs.${tab}`);
      await screen.getByRole('tab', { name, exact: true }).click();
      await expect.element(screen.getByRole('tab', { name, exact: true, selected: true })).toBeVisible();
      const title = i18next.t(
        tab === 'twoFactor' ? 'cabinet:settings.twoFactor.offTitle' : `cabinet:settings.${tab}.title`,
      );
      await expect.element(screen.getByRole('tabpanel').getByRole('heading', { name: title })).toBeVisible();
      expect(sticksOut(), tab).toEqual([]);
    }
  },
);

test('C8 no password can be saved while a field is empty or the new ones differ', async () => {
  const notices = vi.fn((_notice: { description?: string }) => '');
  showNoticesIn({ add: notices } as never);
  const sent: unknown[] = [];
  answers.set(endpoints.changePassword, ({ old_password: old, password }) => {
    sent.push([old, password]);
    if (old === PASSWORD) return { passwordChanged: true };
    throw new ApiError('errorOldPasswordInvalid', 422, {
      errors: { old_password: 'errorOldPasswordInvalid' },
    });
  });
  const screen = await show('password');
  await expect.element(submitButton()).toBeDisabled();
  await fill({ old_password: 'not-my-password-1', password: NEW_PASSWORD });
  await expect.element(submitButton()).toBeDisabled();
  await fill({ password_confirmation: 'something-else-2' });
  await expect.element(submitButton()).toBeDisabled();
  await fill({ password_confirmation: NEW_PASSWORD });
  await submitButton().click();
  await expect.element(screen.getByText(errors.errorOldPasswordInvalid)).toBeVisible();
  expect(field('password').value).toBe(NEW_PASSWORD);
  await fill({ old_password: PASSWORD });
  await submitButton().click();
  await expect
    .poll(() => notices.mock.calls.map(([{ description }]) => description))
    .toEqual([texts.password.saved]);
  expect(sent).toEqual([
    ['not-my-password-1', NEW_PASSWORD],
    [PASSWORD, NEW_PASSWORD],
  ]);
  for (const name of ['old_password', 'password', 'password_confirmation'])
    await expect.poll(() => field(name).value).toBe('');
});
