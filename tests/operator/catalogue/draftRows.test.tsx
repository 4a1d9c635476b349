import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { DraftPage } from '#/operator/catalogue/DraftPage.tsx';
import { testCatalogue } from '../../support/catalogue/testCatalogue.ts';
import { DRAFT_HEAD } from '../../support/operator/draftHead.ts';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

let saved: Catalogue | undefined;
beforeEach(async () => {
  await page.viewport(1440, 900);
  saved = undefined;
  let { version } = DRAFT_HEAD;
  answerCalls({
    [operatorCalls.catalogue.path]: () => ({ ownedBy: 'browser', drafts: [DRAFT_HEAD], pictures: [] }),
    // opening and saving have the same path
    [operatorCalls.draft.path]: ([{ method }, input]) => {
      if (method === 'GET')
        return { draft: DRAFT_HEAD, content: testCatalogue, newest: 7, inForce: testCatalogue.cases };
      saved = (input as { body: { content: Catalogue } }).body.content;
      return { ...DRAFT_HEAD, version: (version += 1) };
    },
  });
});

const show = (part: string) =>
  showPages({ '/catalogue/drafts/:id': <DraftPage /> }, `/catalogue/drafts/12?part=${part}`).screen;

test('O16 unfinished text stays in its row when the row above it is removed or moved', async () => {
  const view = await show('products&at=0');
  const tiers = view.getByRole('group', { name: 'Bonus tiers' });
  const from = tiers.getByLabelText('From, €');
  await from.nth(1).fill('50x');
  await view.getByRole('button', { name: 'Remove row 1' }).click();
  await expect.element(from.nth(0)).toHaveValue('50x');
  await expect.element(from.nth(1)).toHaveValue('150.00');
  await view.getByRole('button', { name: 'Move row 2 up' }).click();
  await expect.element(from.nth(0)).toHaveValue('150.00');
  await expect.element(from.nth(1)).toHaveValue('50x');
  await expect
    .poll(() => {
      const [coins] = saved?.products ?? [];
      return coins && 'oneCoinBonuses' in coins && coins.oneCoinBonuses.map(({ fromCents }) => fromCents);
    })
    .toEqual([15_000, null, 25_000, 100_000]);
});

test('O16 unfinished text stays with the thing that is given, and a new thing has none', async () => {
  const view = await show('goods&at=2');
  await view.getByLabelText('Count').fill('2x');
  await view.getByRole('button', { name: 'Remove row 1' }).click();
  await expect.element(view.getByLabelText('Count')).toHaveValue('2x');
  // the last thing stays, because every good gives something
  await expect.element(view.getByRole('button', { name: 'Remove row 1' })).not.toBeInTheDocument();
  await view.getByRole('button', { name: 'Give more' }).click();
  await expect.element(view.getByLabelText('Count').nth(0)).toHaveValue('2x');
  await expect.element(view.getByLabelText('Count').nth(1)).toHaveValue('1');
});

test('O16 unfinished text goes with the good that is removed', async () => {
  const view = await show('goods&at=0');
  await view.getByLabelText('Order').fill('1x');
  await view.getByRole('region', { name: 'Good 11' }).getByRole('button', { name: 'Remove' }).first().click();
  await expect.element(view.getByRole('region', { name: 'Good 12' })).toBeVisible();
  await expect.element(view.getByLabelText('Order')).toHaveValue('12');
});

test('O17 a prize keeps its unfinished tickets and its lock when the prize above it is removed', async () => {
  const view = await show('cases');
  await view.getByLabelText('Tickets of Prize 1-1').fill('3x');
  await view.getByLabelText('Lock Prize 1-1').click();
  await view.getByRole('button', { name: 'Prize 1-0' }).click();
  await view.getByRole('button', { name: 'Remove the prize' }).click();
  await expect.element(view.getByRole('button', { name: 'Prize 1-0' })).not.toBeInTheDocument();
  await expect.element(view.getByLabelText('Tickets of Prize 1-1')).toHaveValue('3x');
  await expect.element(view.getByLabelText('Tickets of Prize 1-2')).toHaveValue('150000');
  await expect.element(view.getByLabelText('Lock Prize 1-1')).toBeChecked();
  await expect.element(view.getByRole('button', { name: 'Remove the prize' })).not.toBeInTheDocument();
});
