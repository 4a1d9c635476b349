import type { Page } from '@playwright/test';
import { input } from './fixtures.ts';

export const tab = (page: Page, name: string) => page.getByRole('tab', { name });

export async function chooseShopServer(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Сервер' }).click();
  await page.getByRole('option', { name }).click();
}

/** Fills in the demonstration's player, as a visitor does. */
export async function nameDemo(page: Page): Promise<void> {
  await chooseShopServer(page, 'Everest');
  await input(page, 'login').fill('demo');
}

export const isOnCheckout = (page: Page) => page.waitForURL('**/donate/verification-payment');
