import type { Locator, Page } from '@playwright/test';
import { DEFAULT_LOCALE, type Locale, LOCALES, localePrefix } from '#/contract/kernel/locale.ts';
import { sticksOut } from '../../support/tools/sticksOut.ts';
import { expect, seriousFaults, test } from '../fixtures.ts';

const lightOf = (button: Locator) =>
  button.evaluate((element) => getComputedStyle(element, '::before').backgroundImage);
const ringOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).outlineStyle);

for (const locale of LOCALES)
  test(`RT12 the kit in ${locale}: no sideways scroll, and every part is large enough for a finger`, async ({
    page,
  }) => {
    await showKit(page, locale);
    for (const width of [320, 768, 1170, 1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(sticksOut), `at ${width}`).toEqual([]);
    }
    const small = await page.locator('main').evaluate((main) =>
      [...main.querySelectorAll('a, button, input, [role]:is([role=radio], [role=switch], [role=checkbox])')]
        .filter((part) => !part.closest('[aria-hidden=true]') && part.checkVisibility())
        .map((part) => ({ part, box: (part.closest('label') ?? part).getBoundingClientRect() }))
        // a finger is 44 px wide; a hidden twin of a control has 1 px
        .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < 43.5)
        .map(({ part }) => part.outerHTML),
    );
    expect(small).toEqual([]);
    if (locale !== DEFAULT_LOCALE) return;

    // the same parts in every language
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await seriousFaults(page)).toEqual([]);
    await showsHoverAndFocus(page);
    await movesNothing(page);
  });

async function showKit(page: Page, locale: Locale): Promise<void> {
  await page.goto(`${localePrefix(locale)}/playground#kit`);
  await expect(page.getByRole('heading', { level: 2, name: 'Notices and waiting' })).toBeVisible();
}

/** The kit shows hover and focus as they are. */
async function showsHoverAndFocus(page: Page): Promise<void> {
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
}

/** With reduced motion, which all tests ask for, nothing in the kit moves, but what is under way still shows it. */
async function movesNothing(page: Page): Promise<void> {
  await expect(page.locator('[data-show=busy] button').first()).toBeVisible();
  const endless = await page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => effect as KeyframeEffect)
      .filter((effect) => effect.getComputedTiming().endTime === Infinity)
      .flatMap((effect) => effect.getKeyframes().flatMap((frame) => Object.keys(frame)))
      .filter((name) => !['offset', 'easing', 'composite', 'computedOffset'].includes(name)),
  );
  expect(new Set(endless)).toEqual(new Set(['opacity']));
}

test.describe('scenes', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('RT12 the roulette lands on the winner that was chosen, several pieces stand at any millisecond, and a link shows the same moment', async ({
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
