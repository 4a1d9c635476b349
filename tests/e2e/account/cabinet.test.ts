import { sticksOut } from '../../support/tools/sticksOut.ts';
import { expect, test } from '../fixtures.ts';
import { signInAsDemo, stockOf } from '../player.ts';

test(
  'C1 C3 C13 RT8 the profile is the first tab: its first screen, the masked data, and the ways to what waits',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAsDemo(page);
    await page.goto('/cabinet');
    await expect(page.getByRole('tab', { name: 'Профиль' })).toHaveAttribute('aria-selected', 'true');
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
    const masked = page.getByText('de•••••@example.org');
    const email = await masked.boundingBox();
    expect((email?.y ?? Infinity) + (email?.height ?? 0)).toBeLessThanOrEqual(height);
    const banner = page.getByRole('complementary', { name: 'Щёлкни замками' });
    expect((await banner.boundingBox())?.height).toBe(120);
    const vault = banner.locator('img');
    await expect
      .poll(() => vault.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);

    const whole = page.getByText('demo@example.org', { exact: true });
    await expect(whole).toBeHidden();
    await page.getByRole('button', { name: 'Показать' }).click();
    await expect(whole).toBeVisible();
    await page.getByRole('button', { name: 'Скрыть' }).click();
    await expect(whole).toBeHidden();
    await expect(masked).toBeVisible();
    await expect(page.getByText(/^\d{2}\.\d{2}\.\d{4}$/)).toBeVisible();
    await expect(page.getByText('Everest', { exact: true })).toBeVisible();

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
    await glance.getByRole('link', { name: /^Ждёт тебя/ }).click();
    // other tests leave prizes that the player has not seen: these come before what waits in the game
    await expect(page.getByRole('heading', { name: /^(В игре$|Тебя жд)/ })).toBeInViewport();
  },
);

test('C4 C6 the inventory leads to the page of a case, at 390 px without a sideways scroll', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsDemo(page);
  const cases = await stockOf(page).cases();
  await page.goto('/uk/cabinet#inventory');
  await expect(page.getByRole('heading', { level: 1, name: 'Кабінет' })).toBeVisible();
  await expect(page.getByText(/^\d+ штук[аи]?$/)).toHaveCount(cases.length);
  await page
    .getByRole('link', { name: /^Відкрити/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/uk\/cabinet\/case\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Що може випасти' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Відкрити', exact: true })).toBeVisible();
  expect(await page.evaluate(sticksOut)).toEqual([]);
});
