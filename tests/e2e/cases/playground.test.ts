import type { Locator } from '@playwright/test';
import { DEFAULT_LOCALE, LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { expect, seriousFaults, test } from '../fixtures.ts';

for (const locale of LOCALES)
  test(`RT12 the kit in ${locale}: no sideways scroll, accessible`, async ({ page }) => {
    await page.goto(`${localePrefix(locale)}/playground#kit`);
    await expect(page.getByRole('heading', { level: 2, name: 'Notices and waiting' })).toBeVisible();
    for (const width of [320, 390, 768, 1170, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBe(width);
    }
    // the same parts in every language
    if (locale === DEFAULT_LOCALE) expect(await seriousFaults(page)).toEqual([]);
  });

const lightOf = (button: Locator) =>
  button.evaluate((element) => getComputedStyle(element, '::before').backgroundImage);
const ringOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).outlineStyle);

test('the kit shows hover and focus as they are', async ({ page }) => {
  await page.goto('/en/playground#kit');
  const button = (state: string) =>
    page.locator(`[data-show=${state}] button[data-variant=secondary]:enabled`).first();
  const rest = button('rest');
  await expect(rest).toBeVisible();
  const atRest = await lightOf(rest);
  await expect.poll(() => lightOf(button('hover'))).not.toBe(atRest);
  expect(await ringOf(button('focus'))).toBe('solid');
  expect(await ringOf(rest)).toBe('none');
  await rest.hover();
  await expect.poll(() => lightOf(rest)).toBe(await lightOf(button('hover')));
});

test('every part of the kit is large enough for a finger at 390 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/uk/playground#kit');
  await expect(page.getByRole('heading', { level: 2, name: 'Notices and waiting' })).toBeVisible();
  const small = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('a, button, input, [role]:is([role=radio], [role=switch], [role=checkbox])')]
      .filter((part) => !part.closest('[aria-hidden=true]') && part.checkVisibility())
      .map((part) => ({ part, box: (part.closest('label') ?? part).getBoundingClientRect() }))
      // a finger is 44 px wide; a hidden twin of a control has 1 px
      .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < 43.5)
      .map(({ part }) => part.outerHTML),
  );
  expect(small).toEqual([]);
});

test('S1 a tab of the kit that is coming soon cannot be chosen', async ({ page }) => {
  await page.goto('/en/playground#kit');
  const row = page.getByRole('tablist', { name: 'Sample', exact: true });
  const soon = row.getByRole('tab', { name: 'Special offers Soon' });
  await soon.click({ force: true });
  await expect(soon).toHaveAttribute('aria-selected', 'false');
  await expect(row.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  await row.getByRole('tab', { name: 'Premium' }).click();
  await expect(row.getByRole('tab', { name: 'Premium' })).toHaveAttribute('aria-selected', 'true');
});

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' });
  test('nothing in the kit moves, but what is under way still shows it', async ({ page }) => {
    await page.goto('/en/playground#kit');
    const busy = page.locator('[data-show=busy] button').first();
    await expect(busy).toBeVisible();
    const endless = await page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => effect as KeyframeEffect)
        .filter((effect) => effect.getComputedTiming().endTime === Infinity)
        .flatMap((effect) => effect.getKeyframes().flatMap((frame) => Object.keys(frame)))
        .filter((name) => !['offset', 'easing', 'composite', 'computedOffset'].includes(name)),
    );
    expect(new Set(endless)).toEqual(new Set(['opacity']));
  });
});

test.describe('scenes', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('RT12 the roulette lands on the winner that was chosen, and a link shows the same moment', async ({
    page,
  }) => {
    await page.goto('/en/playground#roulette?items=5&delay=0&at=20000');
    const reel = page.getByRole('img', { name: 'The reel of the playground' });
    await expect(reel).toHaveAttribute('data-phase', 'finished');
    await page.getByRole('combobox', { name: 'Winner' }).click();
    await expect(page.getByRole('option')).toHaveCount(6);
    await page.getByRole('option').nth(4).click();
    await expect(reel).toHaveAttribute('data-winner', '4');
    await page.getByRole('spinbutton', { name: 'Answer after' }).fill('900');
    await page.getByRole('slider', { name: 'Time, ms' }).fill('3000');
    await expect(reel).toHaveAttribute('data-phase', 'decelerating');
    await expect(page).toHaveURL(/#roulette\?items=5&winner=4&delay=900&at=3000$/);

    await page.reload();
    await expect(reel).toHaveAttribute('data-phase', 'decelerating');
    await expect(page.getByRole('slider', { name: 'Time, ms' })).toHaveValue('3000');
    await page.getByText('roulette.spin').click();
    expect(await seriousFaults(page)).toEqual([]);
  });

  test('RT12 several pieces stand at any millisecond, and a link shows the same moment', async ({ page }) => {
    await page.goto('/en/playground#several?count=10&at=0');
    const cards = page.getByTestId('several').locator('[data-turned]');
    const time = page.getByRole('slider', { name: 'Time, ms' });
    await expect(page.getByTestId('several').locator('img')).toHaveCount(10);
    await expect(cards).toHaveCount(0);
    await time.fill('1340');
    await expect(cards).not.toHaveCount(0);
    const turns = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(
            (animation) => animation instanceof CSSAnimation && animation.animationName.includes('turn'),
          )
          .map((animation) => [animation.playState, animation.currentTime]),
      );
    const moment = await turns();
    expect(new Set(moment.map(([state]) => state))).toEqual(new Set(['paused']));
    expect(new Set(moment.map(([, atMs]) => atMs))).toEqual(new Set([100, 720]));
    await page.reload();
    await expect(time).toHaveValue('1340');
    await expect.poll(turns).toEqual(moment);
    await time.fill('0');
    await expect(cards).toHaveCount(0);
    await time.fill('20000');
    await expect(cards).toHaveCount(10);
    expect(await seriousFaults(page)).toEqual([]);
  });
});
