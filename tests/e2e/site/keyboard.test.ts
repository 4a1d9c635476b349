import type { Page } from '@playwright/test';
import { expect, PHONE, seriousFaults, test } from '../fixtures.ts';
import { sticksOut } from '../../support/tools/sticksOut.ts';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { signInAsDemo } from '../player.ts';

interface Target {
  path: string;
  isFor: 'everybody' | 'a player';
}
const PAGES: Target[] = [
  { path: '/en/auth', isFor: 'everybody' },
  { path: '/en/auth?register', isFor: 'everybody' },
  { path: '/en/cabinet', isFor: 'a player' },
  { path: '/en/cabinet#inventory', isFor: 'a player' },
  { path: '/en/cabinet/case/1', isFor: 'a player' },
];

/** Most stops that are tried: more than any of the pages has. */
const MOST_STOPS = 80;

async function open(page: Page, { path, isFor }: Target): Promise<void> {
  if (isFor === 'a player') await signInAsDemo(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/**
 * Reads the focus: its name, whether it has a ring, and whether it is in the window. The browser scrolls to
 * the focus with the next frame, so that the measure waits for two.
 */
const focusOf = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await nextFrame();
    const part = document.activeElement;
    if (!part || part === document.body) return null;
    const hasRing = (from: Element | null, depth: number): boolean => {
      if (!from || depth < 0) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(from);
      return (
        (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || hasRing(from.parentElement, depth - 1)
      );
    };
    const { top, bottom } = part.getBoundingClientRect();
    return {
      name: part.outerHTML.slice(0, 120),
      // round the part or round the shape it lies in
      hasRing: hasRing(part, 2),
      isInWindow: top >= -1 && bottom <= innerHeight + 1,
    };
  });

/** Goes from stop to stop, and then looks at the page at 200 %. */
async function walk(page: Page): Promise<void> {
  const stops = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const focus = await focusOf(page);
    if (!focus) break;
    stops.push(focus);
  }
  expect(stops.length).toBeGreaterThan(8);
  expect(stops.length).toBeLessThan(MOST_STOPS);
  expect(stops[0]?.name).toContain('#main');
  expect(stops.filter(({ hasRing, isInWindow }) => !hasRing || !isInWindow)).toEqual([]);

  // a window of 1440 x 900 at 200 % has the room of one of half the width and height
  await page.setViewportSize({ width: 720, height: 450 });
  expect(await page.evaluate(sticksOut)).toEqual([]);
  expect(await seriousFaults(page)).toEqual([]);
}

for (const target of PAGES)
  test(`E5 ${target.path}: every stop of the Tab key has a ring, and at 200 % nothing sticks out`, async ({
    page,
  }) => {
    await open(page, target);
    await walk(page);
  });

test('E5 N19 /en: the same; the first stop skips to the content; the grain lies over the page and lets clicks through, after the code of the page, and who asks for more contrast gets neither it nor lights', async ({
  page,
}) => {
  await open(page, { path: '/en', isFor: 'everybody' });
  await walk(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toBeVisible();

  const grain = () =>
    page.evaluate(() => {
      const { display, pointerEvents, backgroundImage } = getComputedStyle(document.body, '::after');
      const isDrawn = display !== 'none' && backgroundImage.startsWith('url');
      return isDrawn ? `drawn, pointer-events: ${pointerEvents}` : 'none';
    });
  const lights = () =>
    page.evaluate(() => {
      const frame = document.querySelector('header')?.parentElement;
      return frame && getComputedStyle(frame, '::before').backgroundImage;
    });
  expect(await grain()).toBe('none');
  expect(await lights()).toBe('none, none');
  await page.emulateMedia({ contrast: 'no-preference' });
  expect(await grain()).toBe('drawn, pointer-events: none');
  expect(await lights()).toMatch(/^radial-gradient.*radial-gradient/);
  // as in a document whose code is still on its way
  await page.evaluate(() => document.documentElement.setAttribute('data-undecorated', ''));
  expect(await grain()).toBe('none');
});

test.describe('E5 the focus after an act that removes its element', () => {
  test.use({ allowedErrors: [/status of 503/] });
  test('stays in the tab when what failed is loaded again, and a link in the menu of a phone gives it to the page', async ({
    page,
  }) => {
    await signInAsDemo(page);
    const call = `**${cabinetCalls.accountStatistic.path}`;
    await page.route(call, (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }));
    await page.goto('/en/cabinet#ref-system');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.focus();
    await page.unroute(call);
    await page.keyboard.press('Enter');
    await expect(again).toHaveCount(0);
    await expect(page.getByRole('tabpanel').first()).toBeFocused();

    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: /^Open (the )?menu/ }).focus();
    await page.keyboard.press('Enter');
    const link = page.getByRole('dialog').getByRole('link', { name: 'My account' });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/en\/cabinet$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('main')).toBeFocused();
  });
});
