import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SHOP_CASE_CELLS } from '#/contract/kernel/limits.ts';
import { shopCalls } from '#/contract/calls/shop.ts';
import cases from '../../../../../locales/en/cases.json';
import errors from '../../../../../locales/en/errors.json';
import texts from '../../../../../locales/en/shop.json';
import { address, beSignedIn, sentTo, setShop, showShop } from '../shopCase.tsx';

beforeEach(setShop);

const quantity = () => page.getByRole('textbox', { name: 'Quantity: Name change' });
const topUp = () => page.getByRole('button', { name: /^Top up for €/ });
const dialog = () => page.getByRole('dialog');

test('S6 S14 RT4 the cases are padded to ten and lead to the page of each', async () => {
  beSignedIn(0);
  await showShop('/donate#cases');
  await expect.element(page.getByRole('heading', { name: 'Garage sale' })).toBeVisible();
  expect(page.getByRole('tabpanel').element().querySelectorAll('ul > li')).toHaveLength(SHOP_CASE_CELLS);
  await page.getByRole('link', { name: /Buy from 20\sOC/ }).click();
  await expect.poll(address).toMatch(/\/donate\/case\/7$/);
});

test('S14 RT4 the page of a case: its price, its offers, what it holds, and the way to the own ones', async () => {
  beSignedIn(0);
  await showShop('/donate/case/7');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Garage sale' })).toBeVisible();
  await expect.element(page.getByText('≈ €2.00').first()).toBeVisible();
  const offers = page.getByRole('region', { name: texts.case.offers });
  await expect.poll(() => offers.getByRole('article').elements().length).toBe(3);
  const contents = page.getByRole('region', { name: cases.case.contents });
  await expect.element(contents.getByText(/%$/).first()).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: texts.case.open }))
    .toHaveAttribute('href', expect.stringMatching(/\/cabinet\/case\/7$/));
  const crumbs = page.getByRole('navigation', { name: texts.crumbs.label }).getByRole('listitem');
  const { cabinet, donate, cases: all } = texts.crumbs;
  expect(crumbs.elements().map((crumb) => crumb.textContent)).toEqual([cabinet, donate, all, 'Garage sale']);
});

test('S9 coins lead a visitor to the sign-in', async () => {
  await showShop('/donate#Services');
  await page.getByRole('button', { name: /^Sign in and buy “Name change”/ }).click();
  await expect.poll(address).toMatch(/\/auth$/);
});

test('S9 S20 too few coins: the field is marked, and the top-up that covers them is focused and in view', async () => {
  beSignedIn(30);
  await page.viewport(1440, 900);
  await showShop('/donate#Services');
  await quantity().fill('200');
  await page.getByRole('button', { name: /^Buy “Name change”/ }).click();
  await expect.element(quantity()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByText(/11,970\sOC/).first()).toBeVisible();
  expect(dialog().elements()).toHaveLength(0);
  await expect.element(topUp()).toHaveFocus();
  await expect.element(topUp()).toBeInViewport();
});

test('S20 a purchase of the address that the player cannot pay shows the top-up, not the dialog', async () => {
  beSignedIn(0);
  await showShop('/donate?buy=2&quantity=2&price=60#Services');
  await expect.element(topUp()).toHaveFocus();
  await expect.element(page.getByText(/120\sOC more/).first()).toBeVisible();
  expect(dialog().elements()).toHaveLength(0);
});

test('S20 E5 another quantity than the address asks for can be typed, and keeps the focus', async () => {
  beSignedIn(0);
  await showShop('/donate?buy=2&quantity=2&price=60#Services');
  await expect.element(topUp()).toHaveFocus();
  await quantity().click();
  await userEvent.keyboard('{Control>}a{/Control}15');
  await expect.element(quantity()).toHaveFocus();
  await expect.element(quantity()).toHaveValue('15');
  await expect.element(topUp()).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Buy “Name change”/ }).click();
  await expect.element(topUp()).toHaveFocus();
  await expect.element(page.getByText(/900\sOC more/).first()).toBeVisible();
});

test('S20 a changed price of a purchase of the address is named, and what is not sold any more too', async () => {
  beSignedIn(500);
  const paid = await showShop('/donate?buy=2&quantity=2&price=50#Services');
  await expect.element(dialog()).toHaveTextContent(/It was 100\sOC, now it’s 120\sOC/);
  await paid.unmount();
  await showShop('/donate?buy=999999&quantity=2&price=60#Services');
  await expect.element(page.getByRole('alert').getByText(errors.goodNotFound)).toBeVisible();
  expect(sentTo(shopCalls.storeByCoin)).toEqual([]);
});
