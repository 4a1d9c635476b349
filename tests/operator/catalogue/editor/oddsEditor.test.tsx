import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { testCatalogue } from '../../../support/catalogue/testCatalogue.ts';
import { answerDraft, showDraft } from '../../../support/operator/editedDraft.tsx';

beforeAll(() => page.viewport(1440, 900));

test('O17 the editor of odds shows the sum, spreads the rest over unlocked rows, and computes the return', async () => {
  const saved = answerDraft();
  const view = await showDraft('');
  await expect.element(view.getByText('Sum: 1,000,000 of 1,000,000')).toBeVisible();
  await expect.element(view.getByText('Expected exchange 12.20 OC · margin from -13.33%')).toBeVisible();
  await view.getByLabelText('Tickets of Prize 1-0').fill('300000');
  await expect.element(view.getByText('Sum: 900,000 of 1,000,000 · 100,000 missing')).toBeVisible();
  await view.getByLabelText('Lock Prize 1-0').click();
  await view.getByRole('button', { name: 'Spread the rest' }).click();
  await expect.element(view.getByText('Sum: 1,000,000 of 1,000,000')).toBeVisible();
  await expect.element(view.getByLabelText('Tickets of Prize 1-0')).toHaveValue('300000');
  await expect
    .poll(() => saved()?.cases[0]?.items.map(({ tickets }) => tickets))
    .toEqual([300_000, 291_667, 175_000, 116_667, 70_000, 35_000, 11_665, 1]);
});

test('O17 the editor of odds shows what differs from the revision in force, by prize and as sums', async () => {
  const [first, ...cases] = testCatalogue.cases;
  const items = first!.items.map((item, at) => Object.assign({}, item, at === 0 ? { tickets: 390_000 } : {}));
  const gone = Object.assign({}, items[7]!, { id: 199, name: { ru: 'Ушёл', uk: 'Пішов', en: 'Left' } });
  answerDraft([{ ...first!, items: [...items, gone] }, ...cases]);
  const view = await showDraft('part=cases&at=0');
  const row = view.getByRole('row', { name: 'Prize 1-0' });
  await expect.element(row.getByText('was 390,000')).toBeVisible();
  await expect
    .element(view.getByRole('row', { name: 'Prize 1-1' }).getByText('was', { exact: false }))
    .not.toBeInTheDocument();
  await expect
    .element(view.getByText('1 prize differs from the revision in force. No longer in the case: Left.'))
    .toBeVisible();
  // 10,000 tickets of 10 OC are a tenth of a coin of 12.20
  await expect.element(view.getByText('was 12.10 OC', { exact: true })).toBeVisible();
  await view.getByLabelText('Tickets of Prize 1-0').fill('390000');
  await expect.element(row.getByText('was', { exact: false })).not.toBeInTheDocument();
});
