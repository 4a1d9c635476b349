import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { DashboardPage } from '#/operator/figures/DashboardPage.tsx';
import { CHARTS, FIGURES, NO_FIGURES } from '../../support/operator/figures.ts';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const { dashboard, site } = operatorCalls;
const SITE = {
  counts: { ordersInReview: 2, refundsFailed: 1, sumsDiffer: 1 },
  brokenBooks: [],
  switches: [],
  warnings: [],
  isReadOnly: false,
};
beforeEach(() => page.viewport(1440, 900));

const open = (figures: () => Dashboard, address = '/') => {
  const sent = answerCalls({ [dashboard.path]: figures, [site.path]: () => SITE });
  return { ...showPages({ '/': <DashboardPage /> }, address), sent };
};
const tile = (name: string) => document.querySelector(`[data-figure='${name}']`)?.textContent;
const chart = (name: string) => page.getByRole('region', { name, exact: true });

test('O24 the dashboard shows each number with the one before, and each chart as a table of the same', async () => {
  open(() => FIGURES);
  await expect.element(page.getByText('was €800.00')).toBeVisible();
  expect(tile('netCents')).toBe('€1,000.00');
  expect(tile('medianSeconds')).toBe('1.6\u00A0min');
  await expect.element(page.getByText('▲ 25%')).toBeVisible();
  for (const name of CHARTS) {
    await expect.element(chart(name).getByRole('application')).toBeVisible();
    await chart(name)
      .getByRole('button', { name: `As a table: ${name}` })
      .click();
    await expect.element(chart(name).getByRole('table')).toBeVisible();
  }
  await expect.element(chart('Path of an order').getByText('38.3%')).toBeVisible();
  await expect.element(chart('Openings by case').getByText('300')).toBeVisible();
  await expect.element(chart('Handing over by server').getByText('2\u00A0hr')).toBeVisible();
});

test('O22 a broken book is named by what it checks', async () => {
  const brokenBooks = ['LE3 no wallet and no hold is below 0'];
  answerCalls({ [dashboard.path]: () => FIGURES, [site.path]: () => ({ ...SITE, brokenBooks }) });
  showPages({ '/': <DashboardPage /> }, '/');
  await expect.element(page.getByText('LE3 No wallet and no held sum is negative')).toBeVisible();
});

test('O22 a setting that is missing is told in the language of the page', async () => {
  const warnings = [{ code: 'publicUrlIsLocal', value: 'http://localhost:3000' }];
  answerCalls({ [dashboard.path]: () => FIGURES, [site.path]: () => ({ ...SITE, warnings }) });
  showPages({ '/': <DashboardPage /> }, '/');
  await expect
    .element(page.getByText(/^PUBLIC_URL is http:\/\/localhost:3000: links in mails/))
    .toBeVisible();
});

test('O24 nothing is compared with days that have no figures', async () => {
  open(() => ({ ...FIGURES, isBeforeWhole: false }));
  await expect.element(page.getByText(/No comparison: the figures of/)).toBeVisible();
  expect(tile('netCents')).toBe('€1,000.00');
  expect(document.body.textContent).not.toMatch(/was |▲|▼/);
});

test('O24 a great rise is told in times', async () => {
  open(() => ({ ...FIGURES, tilesBefore: { ...FIGURES.tilesBefore, orders: 1, payers: 4 } }));
  await expect.element(page.getByText('▲ ×24')).toBeVisible();
  await expect.element(page.getByText('▲ 400%')).toBeVisible();
});

test('O24 series differ by pattern or dash and not by colour alone', async () => {
  open(() => FIGURES);
  await expect.element(chart('Money by day').getByRole('application')).toBeVisible();
  const fills = [...document.querySelectorAll('.recharts-bar-rectangle path')].map((bar) =>
    bar.getAttribute('fill'),
  );
  expect(new Set(fills).size).toBeGreaterThanOrEqual(3);
  for (const fill of new Set(fills)) {
    const id = /^url\(#([\w-]+)\)$/.exec(fill ?? '')?.[1];
    expect(document.getElementById(id ?? ''), String(fill)).toBeInstanceOf(SVGPatternElement);
  }
  const dashes = [...document.querySelectorAll('.recharts-line-curve')].map((line) =>
    line.getAttribute('stroke-dasharray'),
  );
  expect(new Set(dashes).size).toBe(2);
});

test('O29 a chart is read with the keyboard', async () => {
  open(() => FIGURES);
  const money = chart('Money by day').getByRole('application');
  await expect.element(money).toBeVisible();
  // a pointer that an earlier test has left over the chart would choose another day
  await userEvent.hover(page.getByRole('heading').first());
  (money.element() as SVGElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(chart('Money by day').getByText('2 January 2026')).toBeVisible();
});

test('O24 days and server stand in the address and are asked for', async () => {
  const { router, sent } = open(() => FIGURES, '/?days=7&server=everest');
  await expect.element(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: '90 days' }).click();
  expect(router.state.location.search).toBe('?days=90&server=everest');
  await page.getByLabelText('From', { exact: true }).fill('2025-12-31');
  await expect.poll(() => router.state.location.search).toMatch(/^\?from=2025-12-31&to=.*&server=everest$/);
  await expect.element(page.getByLabelText('From', { exact: true })).toHaveValue('2025-12-31');
  await page.getByRole('combobox', { name: /^Server/ }).selectOptions('All servers');
  await expect.poll(() => router.state.location.search).toMatch(/^\?from=2025-12-31&to=[\d-]+$/);
  const asked = sent.filter(([{ path }]) => path === dashboard.path).map(([, input]) => input);
  expect(asked.at(-1)).toMatchObject({ query: { from: '2025-12-31' } });
});

test('O22 waiting tasks stand above the numbers and link to their pages', async () => {
  open(() => FIGURES);
  await expect
    .element(page.getByRole('link', { name: 'Orders await a decision' }))
    .toHaveAttribute('href', '/orders?state=review');
  await expect
    .element(page.getByRole('link', { name: 'Refunds failed' }))
    .toHaveAttribute('href', '/orders?mark=refundFailed');
  await expect.element(page.getByText('Sums of a day differ from the books')).toBeVisible();
});

test('O30 a site without figures says so, and one whose history is still counted', async () => {
  open(() => ({ ...NO_FIGURES, isCounting: true }));
  await expect.element(page.getByText('Nothing in these days').nth(5)).toBeVisible();
  await expect.element(page.getByText(/still being counted/)).toBeVisible();
  expect(tile('averageCents')).toBe('—');
});

test('O30 without an answer the dashboard can be asked for again', async () => {
  let isDown = true;
  open(() => {
    if (isDown) throw new ApiError('offline', 0);
    return FIGURES;
  });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  isDown = false;
  await again.click();
  await expect.element(page.getByText('was €800.00')).toBeVisible();
});
