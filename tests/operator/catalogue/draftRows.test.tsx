import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerDraft, showDraft } from '../../support/operator/editedDraft.tsx';

let saved: ReturnType<typeof answerDraft>;
beforeEach(async () => {
  await page.viewport(1440, 900);
  saved = answerDraft();
});

test('O16 unfinished text stays in its row when the row above it is removed or moved', async () => {
  const view = await showDraft('part=products&at=0');
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
      const [coins] = saved()?.products ?? [];
      return coins && 'oneCoinBonuses' in coins && coins.oneCoinBonuses.map(({ fromCents }) => fromCents);
    })
    .toEqual([15_000, null, 25_000, 100_000]);
});

test('O16 unfinished text stays with the thing that is given, and a new thing has none', async () => {
  const view = await showDraft('part=goods&at=2');
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
  const view = await showDraft('part=goods&at=0');
  await view.getByLabelText('Order').fill('1x');
  await view.getByRole('region', { name: 'Good 11' }).getByRole('button', { name: 'Remove' }).first().click();
  await expect.element(view.getByRole('region', { name: 'Good 12' })).toBeVisible();
  await expect.element(view.getByLabelText('Order')).toHaveValue('12');
});

test('O17 a prize keeps its unfinished tickets and its lock when the prize above it is removed', async () => {
  const view = await showDraft('part=cases');
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
