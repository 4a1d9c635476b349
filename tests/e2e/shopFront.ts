import type { Page } from '@playwright/test';
import { expect, input } from './fixtures.ts';

/** Opens the list once: neither is a click on a page that has just come lost, nor does the page take the focus from it. */
export async function chooseShopServer(page: Page, name: string): Promise<void> {
  const select = page.getByRole('combobox', { name: 'Сервер' });
  await select.click();
  await page.getByRole('option', { name }).click();
  await expect(select).toHaveText(name);
}

/** Fills in the demonstration's player, as a visitor does. */
export async function nameDemo(page: Page): Promise<void> {
  await chooseShopServer(page, 'Everest');
  await input(page, 'login').fill('demo');
}

export const isOnCheckout = (page: Page) => page.waitForURL('**/donate/verification-payment');
