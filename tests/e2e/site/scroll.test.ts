import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const top = (page: Page) => page.evaluate(() => Math.round(scrollY));

test('RT13 a page that is opened begins at its top; one that is loaded again, or gone back to, stands where it was', async ({
  page,
}) => {
  await page.goto('/en/terms');
  await page.evaluate(() => scrollTo(0, 700));
  // drawn by the browser alone, as every page of somebody who is signed in
  await page.goto('/en/fairness');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await top(page)).toBe(0);
  await page.evaluate(() => scrollTo(0, 300));
  await page.reload();
  await expect.poll(() => top(page)).toBe(300);
  await page.goBack();
  await expect.poll(() => top(page)).toBe(700);
});
