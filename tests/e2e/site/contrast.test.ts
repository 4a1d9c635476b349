import { expect, expectReadable, PHONE, test } from '../fixtures.ts';

// what is measured is drawn
test.use({ isDrawn: true });

const DESK = { width: 1440, height: 900 };

test('E5 every text of the landing page that lies on a picture or a glow can be read', async ({ page }) => {
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await page.goto('/uk');
    await expectReadable(page, 'html', 50);
    // the brightest of the scenes that are not shown at first, and its longest title
    await page.getByRole('tab', { name: 'Економіка' }).click();
    await expect(page.getByRole('heading', { name: 'Ціни встановлюють гравці' })).toBeVisible();
    await expectReadable(page, '#city article', 1);
  }
});

test('E5 the prizes of a case are named in colours that can be read on their glow', async ({ page }) => {
  await page.goto('/donate/case/2');
  await expect(page.locator('main [data-rarity]').first()).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expectReadable(page, 'main', 50);
});
