import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { testCatalogue } from '../../support/catalogue/testCatalogue.ts';
import { answerDraft, showDraft } from '../../support/operator/editedDraft.tsx';

test('O16 mistakes are listed by entry, each at its field in words, and empty fields are only asked for', async () => {
  await page.viewport(1440, 900);
  const wrong = structuredClone(testCatalogue);
  const item = wrong.cases[0]!.items[1]!;
  item.name.uk = '';
  item.tickets += 1;
  wrong.goods[6]!.price = { cents: -1 };
  answerDraft(undefined, wrong);
  const view = await showDraft('part=review');
  const list = view.getByRole('region', { name: 'Mistakes: 3' });
  await expect.element(list.getByText(`${item.name.en} · Name · UK`)).toBeVisible();
  await expect.element(list.getByText('Fill this in')).toBeVisible();
  await expect.element(list.getByText('Odds', { exact: true })).toBeVisible();
  await expect.element(list.getByText('Price, €')).toBeVisible();
  expect(list.getByRole('link').elements()).toHaveLength(2);
});

test('O16 the list of entries shows the open one, without making the page longer', async () => {
  await page.viewport(390, 844);
  answerDraft();
  const view = await showDraft(`part=goods&at=${testCatalogue.goods.length - 1}`);
  await expect.element(view.getByRole('list', { name: 'Goods' })).toBeVisible();
  const list = view.getByRole('list', { name: 'Goods' }).element();
  await expect
    .poll(() => list.querySelector('[aria-current]')?.getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(list.getBoundingClientRect().bottom);
  expect(list.scrollTop).toBeGreaterThan(0);
  expect(getComputedStyle(list).position).toBe('relative');
});
