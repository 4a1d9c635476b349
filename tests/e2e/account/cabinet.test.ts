import { LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { CASE_CONTENTS_CELLS } from '#/contract/kernel/limits.ts';
import { expect, test } from '../fixtures.ts';
import { signInAsDemo, stockOf } from '../player.ts';

const words = {
  ru: { cabinet: 'Кабинет', open: 'Открыть', contents: 'Что может выпасть', pieces: /^\d+ штук[аи]?$/ },
  uk: { cabinet: 'Кабінет', open: 'Відкрити', contents: 'Що може випасти', pieces: /^\d+ штук[аи]?$/ },
  en: { cabinet: 'Cabinet', open: 'Open', contents: 'What can drop', pieces: /^\d+ pieces?$/ },
};

test(
  'C1 RT8 tabs by hash: no hash is the profile, the banner leads to the cases that wait',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAsDemo(page);
    await page.goto('/cabinet');
    await expect(page.getByRole('tab', { name: 'Профиль' })).toHaveAttribute('aria-selected', 'true');
    const banner = page.getByRole('complementary', { name: 'Щёлкни замками' });
    expect((await banner.boundingBox())?.height).toBe(120);
    const vault = banner.locator('img');
    await expect
      .poll(() => vault.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Мои кейсы' }).click();
    await expect(page).toHaveURL(/\/cabinet#inventory$/);
    await expect(page.getByRole('tab', { name: 'Инвентарь', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByRole('link', { name: /^Купить ещё кейс/ }).first()).toHaveAttribute(
      'href',
      /^\/donate\/case\/\d+$/,
    );
    await page.getByRole('tab', { name: 'Профиль' }).click();
    await expect(page).toHaveURL(/\/cabinet#profile$/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Аккаунт', exact: true })).toBeVisible();
  },
);

test(
  'C13 balance, Premium, cases, the next reward and the data stand in the first screen',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAsDemo(page);
    await page.goto('/cabinet');
    const glance = page.getByRole('region', { name: 'Коротко' });
    await expect(glance.getByText(/OC$/).first()).toBeVisible();
    await expect(glance.getByRole('link', { name: /^Premium/ })).toHaveAttribute('href', '/donate#Premium');
    await expect(glance.getByRole('link', { name: /^Неоткрытые кейсы \d+/ })).toHaveAttribute(
      'href',
      '/cabinet#inventory',
    );
    await expect(glance.getByRole('link', { name: /^Следующая награда \S/ })).toHaveAttribute(
      'href',
      '/cabinet#ref-system',
    );
    const height = await page.evaluate(() => innerHeight);
    const email = await page.getByText('de•••••@example.org').boundingBox();
    expect((email?.y ?? Infinity) + (email?.height ?? 0)).toBeLessThanOrEqual(height);
    await glance.getByRole('link', { name: /^Ждёт тебя/ }).click();
    // other tests leave prizes that the player has not seen: these come before what waits in the game
    await expect(page.getByRole('heading', { name: /^(В игре$|Тебя жд)/ })).toBeInViewport();
  },
);

test('C1 signed out, the cabinet leads to /auth', async ({ page }) => {
  await page.goto('/cabinet/case/1');
  await expect(page).toHaveURL(/\/auth$/);
});

test(
  'C3 the profile masks login and e-mail until they are asked for',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAsDemo(page);
    await page.goto('/cabinet');
    await expect(page.getByText('de•••••@example.org')).toBeVisible();
    await expect(page.getByText('demo@example.org', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Показать' }).click();
    await expect(page.getByText('demo@example.org', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Скрыть' }).click();
    await expect(page.getByText('demo@example.org', { exact: true })).toBeHidden();
    await expect(page.getByText(/^\d{2}\.\d{2}\.\d{4}$/)).toBeVisible();
    await expect(page.getByText('Everest', { exact: true })).toBeVisible();
  },
);

test('C3 copying the promo code is confirmed for a moment', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAsDemo(page);
  await page.goto('/cabinet');
  await page.getByRole('button', { name: 'Скопировать' }).click();
  await expect(page.getByRole('button', { name: 'Скопировано' })).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Скопировать' })).toBeVisible();
});

for (const locale of LOCALES) {
  test(`C4 C6 the inventory and a case in ${locale}, at 390 px without a sideways scroll`, async ({
    page,
  }) => {
    const text = words[locale];
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAsDemo(page);
    const cases = await stockOf(page).cases();
    await page.goto(`${localePrefix(locale)}/cabinet#inventory`);
    await expect(page.getByRole('heading', { level: 1, name: text.cabinet })).toBeVisible();
    await expect(page.getByText(text.pieces)).toHaveCount(cases.length);
    await page
      .getByRole('link', { name: new RegExp(`^${text.open}`) })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`${localePrefix(locale)}/cabinet/case/\\d+$`));
    await expect(page.getByRole('heading', { name: text.contents })).toBeVisible();
    await expect(page.getByRole('button', { name: text.open, exact: true })).toBeVisible();
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways).toBe(0);
  });
}

test('C6 the contents are padded to 30 cells and each has its odds', async ({ page }) => {
  await signInAsDemo(page);
  const [first] = await stockOf(page).cases();
  await page.goto(`/cabinet/case/${first?.case.id}`);
  const contents = page.getByRole('region', { name: 'Что может выпасть' });
  await expect(contents.locator('ul').last().locator(':scope > li')).toHaveCount(CASE_CONTENTS_CELLS);
  const prizes = contents.getByRole('article');
  const odds = await prizes.getByText(/%$/).allTextContents();
  expect(odds).toHaveLength(await prizes.count());
  const percents = odds.map((text) => Number(text.replace(/[^\d,]/g, '').replace(',', '.')));
  expect(percents.reduce((sum, percent) => sum + percent, 0)).toBeCloseTo(100, 6);
});
