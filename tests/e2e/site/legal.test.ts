import { sticksOut } from '../../support/tools/sticksOut.ts';
import { expect, seriousFaults, test } from '../fixtures.ts';

test('RT7 E5 the legal pages: a real text, nothing sticks out, accessible; from their footer the works and their licences', async ({
  page,
}) => {
  for (const [name, title] of [
    ['terms', 'Условия пользования'],
    ['privacy', 'Политика конфиденциальности'],
  ] as const) {
    await page.goto(`/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const links = page.getByRole('navigation').getByRole('listitem').getByRole('link');
    const sections = page.getByRole('article').getByRole('heading', { level: 2 });
    expect(await sections.count()).toBeGreaterThan(7);
    await links.last().click();
    await expect(sections.last()).toBeInViewport();
    expect(await page.evaluate(sticksOut)).toEqual([]);
    expect(await seriousFaults(page)).toEqual([]);
  }

  await page.getByRole('contentinfo').locator(`a[href$="/credits"]`).click();
  await expect(page).toHaveURL('/credits');
  expect((await page.reload())?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Авторы и лицензии');
  await expect(page).toHaveTitle('Авторы и лицензии — ONE RP');
  const addresses = await page
    .getByRole('article')
    .locator('a[href^="/assets/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => (link as HTMLAnchorElement).href))]);
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) {
    const text = await (await page.request.get(address)).text();
    expect(text, address).toMatch(/copyright/i);
  }
  expect(await page.evaluate(sticksOut)).toEqual([]);
  expect(await seriousFaults(page)).toEqual([]);

  // E5 a page that is lower than the window begins at its top and ends at its end
  const height = 4000;
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
  const header = await page.getByRole('banner').boundingBox();
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect(header?.y).toBe(0);
  expect(Math.round((footer?.y ?? 0) + (footer?.height ?? 0))).toBe(height);
});

test.describe('drawn', () => {
  // only what is drawn reports that it has moved
  test.use({ isDrawn: true });

  test('N20 the pages of long texts stay where they are when their fonts come', async ({ page }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((seen) => {
        for (const shift of seen.getEntries() as (PerformanceEntry & { value: number })[])
          document.documentElement.dataset['shift'] = String(
            Number(document.documentElement.dataset['shift'] ?? 0) + shift.value,
          );
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of ['/help', '/terms', '/uk/help', '/en/fairness']) {
      let sendFonts = () => {};
      const mayComeNow = new Promise<void>((resolve) => (sendFonts = resolve));
      await page.route('**/*.woff2', async (route) => {
        await mayComeNow;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.fonts.check('16px Onest'))).toBe(false);
      sendFonts();
      await expect.poll(() => page.evaluate(() => document.fonts.check('16px Onest'))).toBe(true);
      // the frame in which the fonts are drawn, and the one that tells what it moved
      await page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++)
          await new Promise((resolve) => void requestAnimationFrame(resolve));
      });
      const shift = await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0));
      expect(shift, path).toBeLessThan(0.03);
      await page.unroute('**/*.woff2');
    }
  });
});

test('RT14 /help: from the footer, an address of its own for each answer, accessible', async ({ page }) => {
  await page.goto('/en/terms');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help', exact: true }).click();
  await expect(page).toHaveTitle('Help — ONE RP');
  await page
    .getByRole('navigation', { name: 'Questions' })
    .getByRole('link', { name: 'lost the phone' })
    .click();
  await expect(page).toHaveURL('/en/help#lost-phone');
  const answer = page.locator('#lost-phone');
  await expect(answer.getByRole('heading')).toBeInViewport();
  expect(await seriousFaults(page)).toEqual([]);
  // as a player opens it who got the link from the support
  await page.goto('about:blank');
  await page.goto('/en/help#lost-phone');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help', exact: true }).waitFor();
  await expect(answer.getByRole('heading')).toBeInViewport();
  await answer.getByRole('link', { name: 'Two-factor' }).waitFor();
  expect(await page.evaluate(sticksOut)).toEqual([]);
});
