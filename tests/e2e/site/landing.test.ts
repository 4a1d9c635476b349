import { DEFAULT_LOCALE, LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { expect, seriousFaults, test } from '../fixtures.ts';
import { sticksOut } from '../../support/tools/sticksOut.ts';
import { signInAsDemo } from '../player.ts';

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
    `RT9 the landing in ${locale}: claim, way in, nothing sticks out, accessible`,
    // every language is seen at five widths, so a phone adds only its touch
    { tag: locale === DEFAULT_LOCALE ? '@phone' : [] },
    async ({ page }) => {
      await page.goto(localePrefix(locale) || '/');
      await expect(page).toHaveTitle(words[locale].title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words[locale].claim);
      await expect(page.getByRole('tab', { name: 'Everest' })).toBeVisible();
      for (const width of [320, 390, 768, 1170, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(sticksOut), `at ${width}`).toEqual([]);
      }
      // the same parts in every language
      if (locale === DEFAULT_LOCALE) expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole('link', { name: words[locale].play }).first().click();
      await expect(page).toHaveURL(`${localePrefix(locale)}/auth?register`);
      await expect(page.locator('input[name=login]')).toBeVisible();
    },
  );

test.describe('with its scenes', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('L1 L7 players online are the sum of all servers, as the stream tells them, a silent one counts nobody, and links scroll smoothly', async ({
    page,
  }) => {
    const servers = [
      { key: 'everest', name: 'Everest', online: 1200, slots: 2000, isOnline: true },
      { key: 'harbor', name: 'Harbor', online: 34, slots: null, isOnline: true },
      { key: 'mesa', name: 'Mesa', online: 0, slots: null, isOnline: false },
    ];
    const statistic = { servers, record: { online: 7306, at: '2026-05-01T20:00:00.000Z' } };
    await page.route('**/api/v1/live?*', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: `event: servers\ndata: ${JSON.stringify(statistic)}\n\n`,
      }),
    );
    await page.goto('/en');
    await expect(page.getByText('1,234', { exact: true })).toBeVisible();
    await expect(page.getByText('7,306', { exact: true })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Everest' })).toContainText('1,200 of 2,000 slots');
    await expect(page.getByRole('tab', { name: 'Harbor' })).toContainText('34');
    await expect(page.getByRole('tab', { name: 'Mesa' })).toContainText('Not responding');
    await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth');
  });
});

test(
  'L1 a link to a section stops 100 px above it, at first, on this page and from another',
  { tag: '@phone' },
  async ({ page }) => {
    const topOf = (id: string) => () =>
      page.locator(id).evaluate((section) => Math.round(section.getBoundingClientRect().top));
    await page.goto('/#cases');
    await expect.poll(topOf('#cases')).toBe(100);
    await page.locator('main').getByRole('link', { name: 'Посмотреть серверы' }).click();
    await expect.poll(topOf('#servers')).toBe(100);
    await page.goto('/auth');
    if ((page.viewportSize()?.width ?? 0) < 1170)
      await page.getByRole('button', { name: 'Открыть меню' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Как начать' }).click();
    await expect(page).toHaveURL(/\/#start$/);
    await expect.poll(topOf('#start')).toBe(100);
  },
);

test('L2 the mobile menu closes on a link, on Escape and at 1170 px', async ({ page }) => {
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

test('a signed-in player is led to the cabinet and sees the balance', async ({ page }) => {
  await signInAsDemo(page);
  await page.goto('/en');
  await expect(page.getByRole('banner')).toContainText('Balance, OC:');
  await page.getByRole('main').getByRole('link', { name: 'Open my account' }).first().click();
  await expect(page).toHaveURL(/\/en\/cabinet$/);
});

test.describe('an unknown address', () => {
  test.use({ allowedErrors: [/status of 404/] });
  test('RT11 is a 404 with a way back', async ({ page }) => {
    const answer = await page.goto('/no/such/street');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL('/');
  });
});
