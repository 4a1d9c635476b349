import { DEFAULT_LOCALE, LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { expect, seriousFaults, test } from '../fixtures.ts';

const words = {
  ru: { terms: 'Условия пользования', privacy: 'Политика конфиденциальности', credits: 'Авторы и лицензии' },
  uk: { terms: 'Умови користування', privacy: 'Політика конфіденційності', credits: 'Автори та ліцензії' },
  en: { terms: 'Terms of service', privacy: 'Privacy policy', credits: 'Credits' },
};

for (const locale of LOCALES)
  test(`RT7 the legal pages in ${locale}: a real text, no sideways scroll, accessible`, async ({ page }) => {
    for (const name of ['terms', 'privacy'] as const) {
      await page.goto(`${localePrefix(locale)}/${name}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words[locale][name]);
      const links = page.getByRole('navigation').getByRole('listitem').getByRole('link');
      const sections = page.getByRole('article').getByRole('heading', { level: 2 });
      expect(await sections.count()).toBeGreaterThan(7);
      await expect(sections.first()).not.toBeEmpty();
      await links.last().click();
      await expect(sections.last()).toBeInViewport();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      // the same parts in every language
      if (locale === DEFAULT_LOCALE) expect(await seriousFaults(page)).toEqual([]);
    }
  });

for (const locale of LOCALES)
  test(`RT7 /credits in ${locale}: reached from the footer, names the works and their licences`, async ({
    page,
  }) => {
    const { credits } = words[locale];
    await page.goto(`${localePrefix(locale)}/terms`);
    await page.getByRole('contentinfo').locator(`a[href$="/credits"]`).click();
    await expect(page).toHaveURL(`${localePrefix(locale)}/credits`);
    expect((await page.reload())?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(credits);
    await expect(page).toHaveTitle(`${credits} — ONE RP`);
    for (const name of ['Tektur', 'Onest', 'Martian Mono', 'Phosphor Icons', 'FluidR3 GM', 'GSAP'])
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    const addresses = await page
      .getByRole('article')
      .locator('a[href^="/assets/"]')
      .evaluateAll((links) => [...new Set(links.map((link) => (link as HTMLAnchorElement).href))]);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      const text = await (await page.request.get(address)).text();
      expect(text, address).toMatch(/copyright/i);
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    if (locale === DEFAULT_LOCALE) expect(await seriousFaults(page)).toEqual([]);
  });

test('RT7 sign-up links to the terms and the privacy policy in a new tab, so what was typed stays', async ({
  page,
}) => {
  await page.goto('/auth?register');
  for (const [name, path] of [
    [/^условия пользования/, '/terms'],
    [/^политикой конфиденциальности/, '/privacy'],
  ] as const) {
    const link = page.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', path);
    await expect(link).toHaveAttribute('target', '_blank');
  }
});
