import type { Page } from '@playwright/test';
import { contrastsOnPictures, type Measured } from '../../support/tools/contrastsOnPictures.ts';
import { expect, PHONE, test } from '../fixtures.ts';

// what is measured is drawn
test.use({ isDrawn: true });

const DESK = { width: 1440, height: 900 };

/**
 * Waits until the page stands still, and expects enough contrast of every text on a picture.
 * @param least number of such texts once the pictures are there
 */
async function expectReadable(page: Page, part: string, least: number): Promise<void> {
  const where = `${page.url()} at ${page.viewportSize()?.width}`;
  let texts: Measured[] = [];
  const count = async () => (texts = await contrastsOnPictures(page, part)).length;
  await expect.poll(count, { message: where }).toBeGreaterThanOrEqual(least);
  expect(
    texts.filter(({ contrast, needed }) => contrast < needed),
    where,
  ).toEqual([]);
}

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
