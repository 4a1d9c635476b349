import { expect, expectAccessible, test } from '../fixtures.ts';
import { aboutToBuy, atPayment, goToPayment } from '../shopper.ts';

const CHARACTER_SLOT = 4003;

test('C15 what the game gives while the player looks elsewhere is counted in every tab, read in one, and gone in all', async ({
  page,
  context,
}) => {
  const wish = { product_type: 'Services', goods_id: CHARACTER_SLOT, product_qty: 1 } as const;
  const { login } = await aboutToBuy(page, { signedIn: true, wish: { ...wish, amount: undefined } });
  await goToPayment(page);
  await atPayment(page, 'pay');
  await expect(page.getByRole('region', { name: 'Что выдаёт игра' })).toContainText('Ждёт тебя в игре', {
    timeout: 60_000,
  });

  await page.goto('/cabinet');
  const other = await context.newPage();
  await other.goto('/cabinet#inventory');
  const tab = page.getByRole('tab', { name: /^Новости/ });
  const otherTab = other.getByRole('tab', { name: /^Новости/ });
  await expect(tab).toHaveText('Новости');

  await page.bringToFront();
  await page.request.post('/simulated-game', { form: { server: 'everest', act: 'join', login } });
  await expect(tab).toHaveText('Новости1', { timeout: 60_000 });

  await tab.click();
  const entry = page.getByRole('region', { name: 'Сегодня' }).getByRole('listitem');
  await expect(entry).toContainText('Выдано в игре');
  await expect(entry).toContainText('Новое');
  await expectAccessible(page);
  // it was in sight, so it is read, and keeps its mark while the list is open
  await expect(tab).toHaveText('Новости');
  await expect(entry).toContainText('Новое');
  await other.bringToFront();
  await expect(otherTab).toHaveText('Новости');
  await other.close();

  await page.bringToFront();
  await page.getByRole('link', { name: /Выдано в игре/ }).click();
  await expect(page.getByRole('region', { name: 'В игре' }).first()).toContainText('Выдано');
  await expect(page).toHaveURL(/#in-the-game$/);

  await page.goto('/cabinet#news');
  await page.getByRole('link', { name: 'Настроить письма' }).click();
  const promotions = page.getByRole('radiogroup', { name: 'Акция заканчивается' });
  await promotions.getByRole('radio', { name: 'Раз в день' }).click();
  await expectAccessible(page);
  await page.reload();
  await expect(promotions.getByRole('radio', { name: 'Раз в день' })).toBeChecked();
});
