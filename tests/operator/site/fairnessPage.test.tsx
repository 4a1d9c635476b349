import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import type { FairnessReply } from '#/contract/operator/site.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { FairnessPage } from '#/operator/site/FairnessPage.tsx';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const namesOf = (name: string) => ({ ru: name, uk: name, en: name });
const items = [{ itemId: 101, names: namesOf('Helmet'), tickets: 250_000, observed: 9, expected: 2.5 }];
const FAIRNESS: FairnessReply = {
  tables: [
    { caseId: 1, names: namesOf('Heist'), revision: 2, draws: 10, pValue: 1e-7, isDeviating: true, items },
    { caseId: 2, names: namesOf('Garage'), revision: 1, draws: 3, pValue: null, isDeviating: false, items },
  ],
  days: [],
  checks: [
    { name: 'FA1 every player has one live epoch', broken: 2, wholeAt: null },
    { name: 'FA9 a check of another version', broken: 0, wholeAt: null },
  ],
};

async function show(answer: () => FairnessReply) {
  await page.viewport(1440, 900);
  answerCalls({ [operatorCalls.fairness.path]: answer });
  return showPages({ '/fairness': <FairnessPage /> }, '/fairness').screen;
}

test('PF1 odds that deviate lie open, others are closed; too few draws are not judged', async () => {
  const view = await show(() => FAIRNESS);
  await expect.element(view.getByText('deviates')).toBeVisible();
  await expect.element(view.getByRole('cell', { name: '25%' })).toBeVisible();
  await expect.element(view.getByText('openings: 3 · too few to tell')).toBeVisible();
  await expect.element(view.getByText('within chance')).not.toBeInTheDocument();
  await expect.element(view.getByText('broken, rows: 2')).toBeVisible();
  await expect.element(view.getByText('Every player has exactly one live epoch')).toBeVisible();
  await expect.element(view.getByText('FA9 a check of another version')).toBeVisible();
  await expect.element(view.getByText('No day has been closed yet.')).toBeVisible();
});

test('O30 says that nothing has been counted yet, and that it failed', async () => {
  const empty = await show(() => ({ tables: [], days: [], checks: [] }));
  await expect.element(empty.getByText('Nothing has been counted yet.')).toBeVisible();
  const failed = await show(() => {
    throw new ApiError('offline', 0);
  });
  await expect.element(failed.getByText('This did not load')).toBeVisible();
});
