import { LOCALES, localePrefix } from '#/contract/locale.ts';
import { expect, seriousFaults, signUp, test } from './fixtures.ts';

const words = {
  ru: { claim: /Город\s*не спит\.\s*Ты тоже\./, title: 'ONE RP — город не спит', play: 'Начать играть' },
  uk: { claim: /Місто\s*не спить\.\s*Ти теж\./, title: 'ONE RP — місто не спить', play: 'Почати грати' },
  en: {
    claim: /The city’s\s*awake\.\s*So are you\./,
    title: 'ONE RP — the city’s awake',
    play: 'Start playing',
  },
};

for (const locale of LOCALES)
  test(
    `RT9 the landing in ${locale}: claim, way in, no sideways scroll, accessible`,
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto(localePrefix(locale) || '/');
      await expect(page).toHaveTitle(words[locale].title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words[locale].claim);
      await expect(page.locator('#servers li').first()).toBeVisible();
      for (const width of [320, 390, 768, 1170, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBe(width);
      }
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole('link', { name: words[locale].play }).click();
      await expect(page).toHaveURL(`${localePrefix(locale)}/auth?register`);
      await expect(page.locator('input[name=login]')).toBeVisible();
    },
  );

test('L7 players online are the sum of all servers, and a silent one counts 0', async ({ page }) => {
  const servers = [
    { key: 'a', name: 'Alpha', online: 1200, isOnline: true },
    { key: 'b', name: 'Beta', online: 34, isOnline: true },
    { key: 'c', name: 'Gamma', online: 0, isOnline: false },
  ];
  await page.route('**/api/v1/servers-statistic', (route) => route.fulfill({ json: { servers } }));
  await page.goto('/en');
  await expect(page.getByText('1,234', { exact: true })).toBeVisible();
  await expect(page.getByText('2 / 3', { exact: true })).toBeVisible();
  await expect(page.locator('#servers li', { hasText: 'Alpha' })).toContainText('1,200');
  const gamma = page.locator('#servers li', { hasText: 'Gamma' });
  await expect(gamma).toContainText('Not responding');
  await expect(gamma.getByRole('meter')).toHaveAttribute('aria-valuenow', '0');
  const beta = page.locator('#servers li', { hasText: 'Beta' }).getByRole('meter');
  await expect(beta).toHaveAttribute('aria-valuetext', '34');
});

test.describe('when the counts fail', () => {
  test.use({ allowedErrors: [/status of 500/] });
  test('L7 the page says so and a retry brings them', async ({ page }) => {
    await page.route(
      '**/api/v1/servers-statistic',
      (route) => route.fulfill({ status: 500, json: { code: 'internal', message: '', requestId: '1' } }),
      { times: 1 },
    );
    await page.goto('/');
    await expect(page.getByText('Серверы не ответили')).toBeVisible();
    await page.getByRole('button', { name: 'Повторить' }).click();
    await expect(page.locator('#servers li').first()).toBeVisible();
  });
});

test(
  'L1 the link to the servers stops 100 px above them, from this page and from another',
  { tag: '@phone' },
  async ({ page }) => {
    const top = () =>
      page.locator('#servers').evaluate((section) => Math.round(section.getBoundingClientRect().top));
    await page.goto('/');
    await page.locator('main').getByRole('link', { name: 'Выбрать сервер' }).click();
    await expect.poll(top).toBe(100);
    await page.goto('/auth');
    if ((page.viewportSize()?.width ?? 0) < 1170)
      await page.getByRole('button', { name: 'Открыть меню' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Серверы' }).click();
    await expect(page).toHaveURL(/\/#servers$/);
    await expect.poll(top).toBe(100);
  },
);

test('L2 the mobile menu closes on a link, on Escape and at 1170 px', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Открыть меню' });
  const menu = page.getByRole('dialog');
  await open.click();
  await expect(menu).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await menu.getByRole('link', { name: 'Серверы' }).click();
  await expect(menu).toBeHidden();
  await open.click();
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1170, height: 900 });
  await expect(menu).toBeHidden();
  await expect(open).toBeHidden();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Серверы' })).toBeVisible();
});

test('L10 going offline and coming back is said', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.locator('#servers li').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Нет связи с интернетом').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Связь восстановлена').first()).toBeVisible();
  await expect(page.getByText('Нет связи с интернетом')).toHaveCount(0);
  await expect(page.getByText('Связь восстановлена')).toHaveCount(0);
});

test('a signed-in player is led to the cabinet and sees the balance', async ({ page }) => {
  await signUp(page, '/en');
  await page.goto('/en');
  await expect(page.getByRole('banner')).toContainText('Balance, OC:');
  await page.getByRole('main').getByRole('link', { name: 'To the cabinet' }).click();
  await expect(page).toHaveURL(/\/en\/cabinet$/);
});

test.describe('an unknown address', () => {
  test.use({ allowedErrors: [/status of 404/] });
  for (const locale of LOCALES)
    test(`RT11 is a 404 in ${locale} with a way back`, async ({ page }) => {
      const answer = await page.goto(`${localePrefix(locale)}/no/such/street`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole('main').getByRole('link').click();
      await expect(page).toHaveURL(localePrefix(locale) || '/');
    });
});
