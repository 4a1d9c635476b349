import type { Page } from '@playwright/test';
import { type Noting, noteTravels } from '../../support/tools/noteTravels.ts';
import { expect, test } from '../fixtures.ts';
import { signInAsDemo } from '../player.ts';

const travelsOf = (page: Page) => page.evaluate(() => (window as Noting).travels);

const caseLink = (page: Page, place: 'cabinet' | 'donate') =>
  page.getByRole('main').getByRole('listitem').locator(`a[href*="/${place}/case/"]`).first();

test.describe('C18 the picture of a case', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('travels to the page of the case and back, while the focus goes along and clicks are taken', async ({
    page,
  }) => {
    await signInAsDemo(page);
    await page.addInitScript(noteTravels);
    await page.goto('/cabinet#inventory');
    await caseLink(page, 'cabinet').hover();
    await page.waitForLoadState('networkidle');
    await caseLink(page, 'cabinet').click();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page.locator('[data-phase]')).toBeVisible();
    await expect.poll(() => travelsOf(page)).toHaveLength(1);
    const [there] = (await travelsOf(page))!;
    expect(there).toEqual([expect.stringMatching(/^::view-transition-group\(case-\d+\)$/)]);

    await page.goBack();
    await expect(caseLink(page, 'cabinet')).toBeVisible();
    await expect.poll(() => travelsOf(page)).toEqual([there, there]);
  });
});

test('C18 nothing travels with reduced motion', async ({ page }) => {
  await signInAsDemo(page);
  await page.addInitScript(noteTravels);
  for (const path of ['/cabinet#inventory', '/donate#cases'] as const) {
    const place = path.includes('cabinet') ? 'cabinet' : 'donate';
    await page.goto(path);
    await caseLink(page, place).click();
    await page.waitForURL(/\/case\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(caseLink(page, place)).toBeVisible();
  }
  expect(await travelsOf(page)).toEqual([]);
});
