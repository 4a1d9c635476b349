import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { aboutToBuy, atPayment, goToPayment } from '../shopper.ts';

const CHARACTER_SLOT = 4003;

/** Sends a command to the simulated game of Everest. */
const command = (page: Page, fields: Record<string, string>) =>
  page.request.post('/simulated-game', { form: { server: 'everest', ...fields } });

test('D18 D24 what was bought waits for the player, and arrives while they look', async ({ page }) => {
  const wish = { product_type: 'Services', goods_id: CHARACTER_SLOT, product_qty: 1 } as const;
  const { login } = await aboutToBuy(page, { signedIn: true, wish: { ...wish, amount: undefined } });
  await goToPayment(page);
  await atPayment(page, 'pay');
  const things = page.getByRole('region', { name: 'Что выдаёт игра' });
  await expect(things).toContainText('Ждёт тебя в игре', { timeout: 60_000 });
  await expect(page.getByText('Остальное — в игре')).toBeVisible();
  await expectAccessible(page);

  await command(page, { act: 'join', login });
  await expect(things).toContainText(/Персонаж .+ Player, сервер Everest/, { timeout: 60_000 });
  await expect(page.getByText('Покупка уже на аккаунте')).toBeVisible();

  await page.getByRole('link', { name: 'Открыть кабинет' }).click();
  const list = page.getByRole('region', { name: 'В игре' }).first();
  await expect(list.getByRole('listitem').first()).toContainText('Выдано');
  await expectAccessible(page);
  const held = await (await page.request.get('/simulated-game')).text();
  expect(held).toContain(`<b>${login}</b> 1 character_slot`);
});
