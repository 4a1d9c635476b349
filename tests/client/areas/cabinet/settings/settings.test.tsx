import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
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

async function show(section: string, player = PLAYER) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  client.setQueryData(playerQuery.queryKey, player);
  const screen = await render(
    <div className="wrap">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/cabinet?section=${section}#settings`]}>
          <Settings />
        </MemoryRouter>
      </QueryClientProvider>
    </div>,
  );
  return { client, screen };
}

test.each(LOCALES.flatMap((locale) => [390, 1440].map((width) => [locale, width] as const)))(
  'C8 the settings in %s at %i px: nothing of any tab sticks out',
  async (locale, width) => {
    await page.viewport(width, 844);
    await loadTextsOf(locale);
    await i18next.changeLanguage(locale);
    const { screen } = await show('');
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
  const { screen } = await show('password');
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

const codeBoxes = () => page.getByRole('textbox', { name: /^Digit/ });
const settingsTab = (name: string) => page.getByRole('tab', { name, exact: true });
const asked = (endpoint: unknown) => vi.mocked(call).mock.calls.filter(([one]) => one === endpoint).length;

test.each(['changePassword', 'twoFaDestroy', 'newRecoveryCodes'] as const)(
  'SE2 C8 after %s the devices are read again',
  async (name) => {
    const isTwoFa = name !== 'changePassword';
    const player = { ...PLAYER, user: { ...PLAYER.user, isTwoFaEnabled: isTwoFa } };
    answers.set(endpoints[name], () => ({ recoveryCodes: ['one', 'two'] }));
    const { client } = await show('sessions', player);
    await expect.poll(() => asked(endpoints.sessions)).toBe(1);
    await settingsTab(isTwoFa ? texts.tabs.twoFactor : texts.tabs.password).click();
    if (isTwoFa) {
      await codeBoxes().first().click();
      await userEvent.keyboard('123456');
      const { deactivate, newCodes } = texts.twoFactor;
      await page.getByRole('button', { name: name === 'twoFaDestroy' ? deactivate : newCodes }).click();
    } else {
      await expect.element(page.getByRole('heading', { name: texts.password.title })).toBeVisible();
      await fill({ old_password: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD });
      await submitButton().click();
    }
    await expect.poll(() => client.getQueryState(['sessions'])?.isInvalidated).toBe(true);
    await settingsTab(texts.tabs.sessions).click();
    await expect.poll(() => asked(endpoints.sessions)).toBe(2);
  },
);

test('C8 recovery codes are shown until they are confirmed, also after another tab was looked at', async () => {
  answers.set(endpoints.twoFaVerify, () => ({ recoveryCodes: ['alpha-beta', 'gamma-delta'] }));
  await show('twoFactor');
  await codeBoxes().first().click();
  await userEvent.keyboard('123456');
  await page.getByRole('button', { name: texts.twoFactor.activate }).click();
  await expect.poll(() => asked(endpoints.twoFaVerify)).toBe(1);
  // within the second in which the message is shown, and once more
  for (const name of [texts.tabs.password, texts.tabs.twoFactor, texts.tabs.password, texts.tabs.twoFactor])
    await settingsTab(name).click();
  await expect.element(page.getByText('alpha-beta')).toBeVisible();
  await page.getByRole('checkbox', { name: texts.recovery.kept }).click();
  await page.getByRole('button', { name: texts.recovery.done }).click();
  await expect.element(page.getByText('alpha-beta')).not.toBeInTheDocument();
});

test('C8 if the second factor is already on, the page shows it instead of an error', async () => {
  answers.set(endpoints.twoFaVerify, () => {
    throw new ApiError('twoFaEnabledAlready', 409);
  });
  answers.set(endpoints.user, () => ({ ...PLAYER, user: { ...PLAYER.user, isTwoFaEnabled: true } }));
  await show('twoFactor');
  await codeBoxes().first().click();
  await userEvent.keyboard('123456');
  await page.getByRole('button', { name: texts.twoFactor.activate }).click();
  await expect.element(page.getByRole('heading', { name: texts.twoFactor.onTitle })).toBeVisible();
});

test('E5 C8 an address that waits for its confirmation, or no longer, does not lose the focus', async () => {
  let pendingEmail: string | null = null;
  answers.set(endpoints.user, () => ({ ...PLAYER, user: { ...PLAYER.user, pendingEmail } }));
  answers.set(endpoints.changeEmail, () => ((pendingEmail = 'new@example.org'), {}));
  answers.set(endpoints.cancelEmailChange, () => ((pendingEmail = null), {}));
  await show('account');
  const heading = page.getByRole('heading', { name: texts.email.title });
  await page.getByLabelText(texts.email.new).fill('new@example.org');
  await page.getByLabelText(texts.email.password).first().fill(PASSWORD);
  await page.getByRole('button', { name: texts.email.save }).click();
  await expect.element(heading).toHaveFocus();
  await page.getByRole('button', { name: texts.email.cancel }).click();
  await expect.element(page.getByRole('button', { name: texts.email.save })).toBeVisible();
  await expect.element(heading).toHaveFocus();
});

test('E5 A12 after a passkey is removed the focus is on the heading of the list', async () => {
  const passkey = { id: 3, name: 'Phone', isSynced: true, createdAt: at, lastUsedAt: null };
  answers.set(endpoints.passkeys, () => ({ passkeys: [passkey] }));
  answers.set(endpoints.removePasskey, () => ({ passkeys: [] }));
  await show('passkeys');
  await page.getByRole('button', { name: /Phone/ }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: texts.passkeys.remove }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: texts.passkeys.title })).toHaveFocus();
});

test('E5 C8 the password that a code needs is asked for in a field with the focus', async () => {
  answers.set(endpoints.twoFaVerify, () => {
    throw new ApiError('passwordNeeded', 403);
  });
  await show('twoFactor');
  await codeBoxes().first().click();
  await userEvent.keyboard('123456');
  await page.getByRole('button', { name: texts.twoFactor.activate }).click();
  await expect.element(page.getByRole('textbox', { name: texts.password.old })).toHaveFocus();
});
