import type { Page } from '@playwright/test';
import { DEFAULT_LOCALE, LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { expect, input, seriousFaults, test } from '../fixtures.ts';
import { sticksOut } from '../../support/tools/sticksOut.ts';
import { signInAsDemo } from '../player.ts';
import { chooseShopServer, isOnCheckout, nameDemo } from '../shopFront.ts';

const amount = (page: Page) => page.getByRole('textbox', { name: /Сколько монет/ });
const receipt = (page: Page) => page.getByRole('region', { name: 'К оплате' });
const pay = (page: Page) => receipt(page).getByRole('button', { name: 'К оформлению' });

test.describe('a visitor', () => {
  // the wrong name
  test.use({ allowedErrors: [/api\/donate\/cart/] });

  test(
    'S2 E2 RT5 a visitor buys coins: a wrong name is told at its field, what was typed survives a reload, the cart is saved and the next page is fully loaded anew',
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto('/donate');
      await chooseShopServer(page, 'Harbor');
      await input(page, 'login').fill('nobody-of-this-name');
      await amount(page).fill('1700');
      await pay(page).click();
      await expect(page.getByText('Неверный e-\u2060mail или логин')).toBeVisible();
      await expect(input(page, 'login')).toBeFocused();
      await page.reload();
      await expect(input(page, 'login')).toHaveValue('nobody-of-this-name');
      await expect(page.getByRole('combobox', { name: 'Сервер' })).toHaveText('Harbor');
      await expect(amount(page)).toHaveValue(/^1\s700$/);

      await nameDemo(page);
      await amount(page).fill('500');
      await page.evaluate(() => Object.assign(window, { isOldPage: true }));
      await pay(page).click();
      await isOnCheckout(page);
      expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false);
      const stored = await page.evaluate(() => localStorage.getItem('product'));
      expect(JSON.parse(stored ?? '')).toMatchObject({
        product_type: 'one_coin',
        amount: 500,
        bonus_qty: 50,
        total_cents: 5000,
        server: 'everest',
      });
    },
  );
});

/** No part sticks out, at the widths of a phone and of a desk; nor is there a serious fault of accessibility at its own. */
async function fits(page: Page, path: string, { isSearched }: { isSearched: boolean }): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  if (isSearched) expect(await seriousFaults(page), path).toEqual([]);
  const own = page.viewportSize() ?? { width: 0, height: 0 };
  for (const width of [1440, 390]) {
    await page.setViewportSize({ ...own, width });
    expect(await page.evaluate(sticksOut), `${path} at ${width}`).toEqual([]);
  }
  await page.setViewportSize(own);
}

for (const locale of LOCALES)
  test(
    `S1 every tab in ${locale}: nothing sticks out, and no serious fault of accessibility`,
    // every language is seen at both widths, so a phone adds only its touch
    { tag: locale === DEFAULT_LOCALE ? '@phone' : [] },
    async ({ page }) => {
      // the same parts in every language
      const isSearched = locale === DEFAULT_LOCALE;
      await signInAsDemo(page);
      await page.goto(`${localePrefix(locale)}/donate`);
      await fits(page, '', { isSearched });
      const seen = [];
      for (const next of (await page.getByRole('tab').all()).slice(1)) {
        if ((await next.getAttribute('aria-disabled')) === 'true') continue;
        await next.click();
        await expect(next).toHaveAttribute('aria-selected', 'true');
        const { hash } = new URL(page.url());
        seen.push(hash);
        await fits(page, hash, { isSearched });
      }
      expect(seen.toSorted()).toEqual(['#Premium', '#Services', '#cases', '#goods']);
      await page.goto(`${localePrefix(locale)}/donate/case/2`);
      await fits(page, 'a case', { isSearched });
    },
  );
