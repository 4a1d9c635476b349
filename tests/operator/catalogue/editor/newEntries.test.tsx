import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { testCatalogue } from '../../../support/catalogue/testCatalogue.ts';
import { answerDraft, showDraft } from '../../../support/operator/editedDraft.tsx';

let saved: ReturnType<typeof answerDraft>;
beforeEach(async () => {
  await page.viewport(1440, 900);
  saved = answerDraft();
});

const ofCases = () => showDraft('part=cases&at=0');

test('O16 an empty field of a new entry asks to be filled in and is not marked as wrong', async () => {
  const view = await ofCases();
  await view.getByRole('button', { name: 'New case', exact: true }).first().click();
  await expect.element(view.getByRole('heading', { name: 'New case' })).toBeVisible();
  const plate = view.getByLabelText('Plate');
  await expect.element(plate).toHaveAccessibleDescription('Fill this in');
  await expect.element(plate).toHaveAttribute('aria-invalid', 'false');
  await plate.fill(' NEON');
  await expect.element(plate).toHaveAttribute('aria-invalid', 'true');
  await expect.element(view.getByRole('link', { name: /^Cases \d+ has mistakes/ })).toBeVisible();
});

test('O16 a copy of a case has prizes and a key of its own, and needs an address of its own', async () => {
  const view = await ofCases();
  const [first] = testCatalogue.cases;
  await view.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.element(view.getByLabelText('Name in the address')).toHaveValue('');
  await view.getByLabelText('Name in the address').fill('second');
  await expect.poll(() => saved()?.cases.at(-1)?.slug).toBe('second');
  const ids = saved()!.cases.flatMap(({ items }) => items.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(saved()!.cases.map(({ id }) => id)).size).toBe(testCatalogue.cases.length + 1);
  expect(saved()!.cases.at(-1)).toMatchObject({
    name: first!.name,
    items: first!.items.map(({ name, tickets }) => ({ name, tickets })),
  });
});

test('O19 new entries never have the number of one that left the catalogue, because players own it', async () => {
  saved = answerDraft(undefined, undefined, { cases: 70, items: 7000, goods: 8000, milestones: 900 });
  const view = await ofCases();
  await view.getByRole('button', { name: 'Add a prize' }).click();
  await view.getByRole('button', { name: 'Copy', exact: true }).click();
  await view.getByRole('button', { name: 'Add a good' }).click();
  await view.getByLabelText('Price, OC').fill('120');
  await expect.poll(() => saved()?.goods.at(-1)).toMatchObject({ id: 8001, caseId: 71 });
  const { cases } = saved()!;
  expect(cases[0]!.items.at(-1)!.id).toBe(7001);
  expect(cases.at(-1)!.items[0]!.id).toBe(7002);
});

test('O17 a case that is not sold leads to a good that sells one piece of it', async () => {
  const view = await ofCases();
  const caseId = Math.max(...testCatalogue.cases.map(({ id }) => id)) + 1;
  await view.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.element(view.getByText('The case is not sold anywhere.')).toBeVisible();
  await view.getByRole('button', { name: 'Add a good' }).click();
  await view.getByLabelText('Price, OC').fill('120');
  await expect
    .poll(() => saved()?.goods.at(-1))
    .toMatchObject({
      type: 'casesItem',
      caseId,
      price: { coins: 120 },
      grants: [{ kind: 'case', caseId, count: 1 }],
    });
});

test('O16 O29 the list of news shows their days as people write them, and an unfinished day as it is', async () => {
  const view = await showDraft('part=news&at=0');
  await expect.element(view.getByRole('listitem').getByText('1 January 2026')).toBeVisible();
  await view.getByLabelText('Day').fill('');
  await expect.element(view.getByRole('listitem').getByText('1 January 2026')).not.toBeInTheDocument();
});
