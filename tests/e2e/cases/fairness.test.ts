import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type EpochFile, exportText } from '#/client/domain/verification/evidence.ts';
import { openAndHear, result, visitCase } from '../caseVisit.ts';
import { expect, seriousFaults, test } from '../fixtures.ts';

const verdict = (page: Page) => page.locator('#report-title');
const check = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Девять проверок' }).getByRole('listitem').filter({ hasText: name });

test('RT12 an opening links to its draw; a stranger verifies the downloaded epoch without a connection and finds out a forged one; once the epoch has ended, all of it is verified', async ({
  page,
  browser,
}, info) => {
  const visit = await visitCase(page, info);
  const { fair } = await openAndHear(page);
  await result(page)
    .getByRole('link', { name: /^Проверить розыгрыш/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/fairness\\?epoch=${fair.epochId}&nonce=${fair.nonce}$`));
  await expect(verdict(page)).toHaveText('Серия ещё идёт');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать эту серию' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  await test.step('the stranger', async () => {
    const context = await browser.newContext();
    const stranger = await context.newPage();
    await stranger.goto('/fairness?way=file');
    const field = stranger.getByLabel('Запись серии');
    await expect(field).toBeVisible();
    // the worker's code is there from now on
    await field.fill(text);
    await stranger.getByRole('button', { name: 'Проверить', exact: true }).click();
    await expect(verdict(stranger)).toHaveText('Серия ещё идёт');
    await context.setOffline(true);
    const forged = JSON.parse(text) as EpochFile;
    for (const draw of forged.draws) if (draw.nonce === fair.nonce) draw.itemId += 1;
    await field.fill(exportText(forged));
    await stranger.getByRole('button', { name: 'Проверить', exact: true }).click();
    await expect(verdict(stranger)).toHaveText('Не сошлось');
    await context.close();
  });

  await page.goto(`/cabinet/case/${visit.caseId}`);
  await page.getByText('Честность розыгрыша').click();
  await expect(page.getByText(fair.commitment)).toBeVisible();
  await expect(page.getByLabel('Твой сид')).toHaveValue(fair.clientSeed);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Раскрыть сид серии' }).click();
  await page.getByRole('button', { name: 'Закончить серию', exact: true }).click();
  await page.getByRole('link', { name: 'Проверить серию', exact: true }).first().click();

  await expect(verdict(page)).toHaveText('Всё сошлось');
  for (const name of ['выбран заранее', 'Билет пересчитан', 'Приз принадлежит билету', 'Ничего не пропущено'])
    await expect(check(page, name)).toContainText('Сошлось');
  expect(await seriousFaults(page)).toEqual([]);
});
