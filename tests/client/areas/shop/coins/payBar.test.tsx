import i18next from 'i18next';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { loadTextsOf } from '../../../../support/components/texts.ts';
import { setShop, showShop } from '../shopCase.tsx';

beforeEach(setShop);

/** The bar, which a wide window hides. */
const bar = () => document.querySelector<HTMLElement>('fieldset[aria-label]')!;
const isSeen = () => bar().checkVisibility({ visibilityProperty: true });
const coins = () => page.elementLocator(document.querySelector('input[inputmode=numeric]')!);

// numbers are written as in English here, and Ukrainian has no room for them
test.each([
  ['ru', 390],
  ['ru', 360],
  ['en', 390],
  ['en', 360],
] as const)(
  'S22 the bar of a phone has total, bonus and button in %s at %i, until the real button is in view',
  async (locale, width) => {
    await loadTextsOf(locale);
    await i18next.changeLanguage(locale);
    await page.viewport(width, 844);
    await showShop();
    await expect.poll(() => bar() && isSeen()).toBe(true);
    expect(bar().textContent).toMatch(/10[.,]00/);
    expect(bar().textContent).toMatch(/105\sOC/);
    // the largest bonus stands beside the button, not under it
    await coins().fill('50000');
    await expect.poll(() => bar().textContent).toMatch(/\+15[\s,]000\sOC/);
    const sum = bar().querySelector('p')!;
    expect(sum.scrollWidth - sum.clientWidth).toBeLessThanOrEqual(0);
    await coins().fill('100');
    await page.elementLocator(bar().querySelector('button')!).click();
    await expect.element(page.getByRole('combobox')).toHaveFocus();
    document.querySelector('form button[type=submit]')!.scrollIntoView({ block: 'center' });
    await expect.poll(isSeen).toBe(false);
  },
);

test('S22 a wide window shows the whole form and has no bar', async () => {
  await page.viewport(1440, 300);
  onTestFinished(() => page.viewport(414, 896));
  await showShop();
  await expect.poll(() => bar()?.dataset['shown']).toBeDefined();
  expect(isSeen()).toBe(false);
});
