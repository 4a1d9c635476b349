import type { Page } from '@playwright/test';
import { expect, input } from './fixtures.ts';

export const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** The list is opened until the choice is made: a page that has just come takes the focus, which closes it. */
export async function chooseShopServer(page: Page, name: string): Promise<void> {
  const select = page.getByRole('combobox', { name: 'Сервер' });
  await expect(async () => {
    await select.click();
    await page.getByRole('option', { name }).click({ timeout: 3000 });
  }).toPass();
  await expect(select).toHaveText(name);
}

/** Fills in the demonstration's player, as a visitor does. */
export async function nameDemo(page: Page): Promise<void> {
  await chooseShopServer(page, 'Everest');
  await input(page, 'login').fill('demo');
}

export const isOnCheckout = (page: Page) => page.waitForURL('**/donate/verification-payment');
