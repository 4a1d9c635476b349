import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Movements } from '#/client/areas/cabinet/profile/Movements.tsx';
import { Profile } from '#/client/areas/cabinet/profile/Profile.tsx';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import type { Movement } from '#/contract/referral.ts';
import cabinet from '../../../../../locales/en/cabinet.json';
import { labelsOf } from '../../../../support/components/labels.ts';
import { loadTextsOf } from '../../../../support/components/texts.ts';
import { input, submitButton } from '../../auth/authCase.tsx';

const texts = cabinet.profile;
const PLAYER = {
  user: {
    login: 'night_driver',
    email: 'night@example.org',
    createdAt: '2026-03-05T12:00:00.000Z',
    serverName: 'Everest',
    userPromoCode: 'NIGHT47A',
    registrationPromoCode: null,
  },
};

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(playerQuery.queryKey, PLAYER as never);
  return render(
    <QueryClientProvider client={client}>
      <Profile />
    </QueryClientProvider>,
  );
}

test('C3 the profile masks login and e-mail until they are asked for', async () => {
  const screen = await show();
  const whole = ['night_driver', 'night@example.org'].map((text) => screen.getByText(text, { exact: true }));
  await expect.element(screen.getByText('ni•••••@example.org')).toBeVisible();
  for (const text of whole) expect(text.query()).toBeNull();
  await screen.getByRole('button', { name: texts.show, exact: true }).click();
  for (const text of whole) await expect.element(text).toBeVisible();
  await screen.getByRole('button', { name: texts.hide, exact: true }).click();
  for (const text of whole) await expect.element(text).not.toBeInTheDocument();
  await expect.element(screen.getByText('05.03.2026')).toBeVisible();
  await expect.element(screen.getByText('Everest', { exact: true })).toBeVisible();
});

test('C3 copying the promo code is confirmed for a moment', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await show();
  const button = screen.getByRole('button', { name: texts.copy });
  const labels = labelsOf(button.element());
  await button.click();
  await expect.poll(() => labels).toEqual([texts.copied, texts.copy]);
  expect(write).toHaveBeenCalledWith('NIGHT47A');
});

test.each(LOCALES)(
  'C3 in %s neither one’s own nor an unknown code is taken; a saved one can only be copied',
  async (locale) => {
    vi.mocked(call).mockImplementation(async (endpoint, parts): Promise<never> => {
      const { promo_code: code } = (parts as { body: { promo_code: string } }).body;
      if (endpoint !== endpoints.saveInviter || code !== 'FRIEND42')
        throw new ApiError('errorPromocode', 422, { errors: { promo_code: 'errorPromocode' } });
      return { registrationPromoCode: code } as never;
    });
    await loadTextsOf(locale);
    await i18next.changeLanguage(locale);
    const screen = await show();
    await expect.element(submitButton()).toBeDisabled();
    await input('promo_code').fill('night47a');
    await expect.element(input('promo_code')).toHaveValue('NIGHT47A');
    await submitButton().click();
    await expect.element(screen.getByText(i18next.t('errors:inviterOwn'))).toBeVisible();
    expect(call).not.toHaveBeenCalled();
    await input('promo_code').fill('промо NOBODY0');
    await expect.element(input('promo_code')).toHaveValue('NOBODY0');
    await submitButton().click();
    await expect.element(screen.getByText(i18next.t('errors:errorPromocode'))).toBeVisible();
    await expect.element(input('promo_code')).toHaveAttribute('aria-invalid', 'true');
    await input('promo_code').fill('FRIEND42');
    await submitButton().click();
    await expect.element(screen.getByText('FRIEND42', { exact: true })).toBeVisible();
    await expect
      .element(screen.getByText(i18next.t('cabinet:profile.inviter'), { exact: true }))
      .toBeVisible();
    expect(document.querySelector('input')).toBeNull();
    await expect
      .element(screen.getByRole('heading', { name: i18next.t('cabinet:profile.promoCode') }))
      .toHaveFocus();
    expect(screen.getByRole('button', { name: i18next.t('cabinet:profile.copy') }).elements()).toHaveLength(
      2,
    );
  },
);

test('C3 every movement of the balance has its sign, its cause and its date', async () => {
  const date = '2026-03-05T12:00:00.000Z';
  const movements: Movement[] = [
    { id: 2, amount: -300, reason: 'storeByCoin', subject: 'Garage slot', date },
    { id: 1, amount: 2500, reason: 'order', subject: null, date },
  ];
  vi.mocked(call).mockResolvedValue({ movements, nextBefore: null });
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Movements />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const rows = screen.getByRole('region', { name: cabinet.movements.title }).getByRole('listitem');
  const { causes } = cabinet.movements;
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(new RegExp(`${causes.storeByCoin}.*Garage slot.*−300\\sOC`));
  await expect.element(rows.nth(1)).toHaveTextContent(new RegExp(`${causes.order}.*\\+2,500\\sOC`));
  for (const time of screen.container.querySelectorAll('time')) expect(time.textContent).toMatch(/2026/);
  expect(screen.container.querySelectorAll('time')).toHaveLength(2);
});
