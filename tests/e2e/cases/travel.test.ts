import type { Page } from '@playwright/test';
import { type Noting, noteTravels } from '../../support/tools/noteTravels.ts';
import { expect, test } from '../fixtures.ts';
import { signInAsDemo } from '../player.ts';

const travelsOf = (page: Page) => page.evaluate(() => (window as Noting).travels);

const caseLink = (page: Page, place: 'cabinet' | 'donate') =>
  page.getByRole('main').getByRole('listitem').locator(`a[href*="/${place}/case/"]`).first();

test('C18 the picture of a case travels to its page and back, while the focus goes along and clicks are taken; with reduced motion nothing travels', async ({
  page,
}) => {
  await signInAsDemo(page);
  await page.addInitScript(noteTravels);
  // first, because the router goes back as it came
  await page.goto('/cabinet#inventory');
  await staysPut(page, 'cabinet');
  await page.goto('/donate#cases');
  await staysPut(page, 'donate');

  await page.emulateMedia({ reducedMotion: 'no-preference' });
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

/** Goes to the page of a case and back. No picture travels. */
async function staysPut(page: Page, place: 'cabinet' | 'donate'): Promise<void> {
  await caseLink(page, place).click();
  await page.waitForURL(/\/case\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(caseLink(page, place)).toBeVisible();
  expect(await travelsOf(page)).toEqual([]);
}
