import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import { monthBefore } from '#/contract/operator/figures/dayRange.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { ExportsPage } from '#/operator/figures/ExportsPage.tsx';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const { makeExport, servers } = operatorCalls;
beforeEach(() => page.viewport(1440, 900));

/** Opens the page. @returns the calls, and the addresses that the browser was sent to */
function open(make: () => unknown, role: OperatorRole = 'owner') {
  const loaded: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(
    function clicked(this: HTMLAnchorElement) {
      loaded.push(new URL(this.href).pathname);
    },
  );
  const sent = answerCalls({ [makeExport.path]: make, [servers.path]: () => ({ servers: [] }) }, role);
  showPages({ '/': <ExportsPage /> }, '/?from=2026-01-01&to=2026-01-31');
  return { sent, loaded };
}
const take = async (file: string, reason: string) => {
  await page.getByRole('button', { name: `Download ${file}` }).click();
  await page.getByLabelText('Reason').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
};

test('O26 a file is asked for with its days, separator and reason, and loaded by its ticket', async () => {
  const { sent, loaded } = open(() => ({ ticket: 'a-ticket', rows: 21 }));
  await page.getByRole('combobox', { name: /^Separator/ }).selectOptions('comma ,');
  await take('orders.csv', 'the books of January');
  await expect.poll(() => loaded).toEqual(['/api/operator/v1/exports/a-ticket']);
  expect(sent.find(([{ path }]) => path === makeExport.path)?.[1]).toEqual({
    body: {
      kind: 'orders',
      from: '2026-01-01',
      to: '2026-01-31',
      separator: 'comma',
      reason: 'the books of January',
    },
  });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test("O26 a month's accounts are one press away, and a separator is always chosen", async () => {
  open(() => ({}));
  const lastMonth = page.getByRole('button', { name: 'Last month' });
  await expect.element(lastMonth).toHaveAttribute('aria-pressed', 'false');
  await lastMonth.click();
  await expect.element(lastMonth).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByLabelText('From')).toHaveValue(monthBefore(new Date().toISOString()).from);
  const separator = page.getByRole('combobox', { name: /^Separator/ });
  expect(separator.getByRole('option', { name: 'any' }).elements()).toEqual([]);
});

test('O30 a file that was refused says why, and the reason stays', async () => {
  const { loaded } = open(() => {
    throw new ApiError('tooManyRequests', 429);
  });
  await take('players.csv', 'asked by the accountant');
  await expect.element(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await expect.element(page.getByLabelText('Reason')).toHaveValue('asked by the accountant');
  expect(loaded).toEqual([]);
});

test('O4 operators see only the files that they may take', async () => {
  open(() => ({}), 'support');
  await expect.element(page.getByRole('heading', { name: 'Exports' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Download/ }).elements()).toEqual([]);
});
