import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import type { Doubt, VatRow } from '#/contract/operator/vat.ts';
import { DoubtsPage } from '#/operator/tax/DoubtsPage.tsx';
import { RatesPage } from '#/operator/tax/RatesPage.tsx';
import { TaxPage } from '#/operator/tax/TaxPage.tsx';
import { answerCalls, type Answers, showPages } from '../../support/operator/operatorPage.tsx';

const { vat, vatDoubts, vatRates, setVatRate, settleCountry, servers } = operatorCalls;
beforeEach(() => page.viewport(1440, 900));

const latvia: VatRow = {
  month: '2026-01',
  country: 'LV',
  basisPoints: 2100,
  orders: 2,
  grossCents: 10_000,
  netCents: 8264,
  vatCents: 1736,
  refunds: 0,
  refundedGrossCents: 0,
  refundedNetCents: 0,
  refundedVatCents: 0,
};
const noRate: VatRow = {
  ...latvia,
  country: 'GE',
  basisPoints: null,
  grossCents: 5000,
  netCents: null,
  vatCents: null,
};
const doubt: Doubt = {
  id: 'A'.repeat(22),
  number: 'ONE-4F2K7C',
  paidAt: '2026-01-15T12:00:00.000Z',
  totalCents: 5000,
  provider: 'stripe',
  country: null,
  places: [
    { kind: 'billing', country: 'PL' },
    { kind: 'card', country: 'CZ' },
  ],
};

function open(answers: Answers, role: OperatorRole = 'owner') {
  const sent = answerCalls({ [servers.path]: () => ({ servers: [] }), ...answers }, role);
  showPages(
    { '/': <TaxPage />, '/tax/doubts': <DoubtsPage />, '/tax/rates': <RatesPage /> },
    '/?from=2026-01-01&to=2026-01-31',
  );
  return sent;
}
const row = (text: RegExp) => page.getByRole('row').filter({ hasText: text });

test('O25 the tax of a range is a table with its sums, and unknown VAT is no zero', async () => {
  const sent = open({ [vat.path]: () => ({ rows: [latvia, noRate], doubts: 3 }) });
  await expect.element(row(/Latvia/)).toHaveTextContent(/January 2026.*21%.*2.*€100\.00.*€82\.64.*€17\.36/);
  await expect.element(row(/Georgia/)).toHaveTextContent(/€50\.00——/);
  await expect.element(row(/Total/)).toHaveTextContent(/€150\.00€82\.64€17\.36/);
  await expect.element(page.getByText(/The total has no VAT of 2 orders worth €50\.00/)).toBeVisible();
  await expect.element(page.getByText('Some countries have no confirmed rate')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Look at them' }))
    .toHaveAttribute('href', '/tax/doubts?from=2026-01-01&to=2026-01-31');
  expect(sent.find(([{ path }]) => path === vat.path)?.[1]).toEqual({
    query: { from: '2026-01-01', to: '2026-01-31' },
  });
});

test('O30 a range without payments and a failed answer are told', async () => {
  let fails = true;
  open({
    [vat.path]: () => {
      if (fails) throw new ApiError('internal', 500);
      return { rows: [], doubts: 0 };
    },
  });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('No payments')).toBeVisible();
});

test('O25 the country of a doubtful order is settled with a reason', async () => {
  const sent = open({
    [vat.path]: () => ({ rows: [latvia], doubts: 1 }),
    [vatDoubts.path]: () => ({ doubts: [doubt], before: null, after: null }),
    [`${settleCountry.path}/preview`]: () => ({
      before: { country: null },
      after: { country: 'CZ' },
      foreseen: { basisPoints: 2100 },
    }),
    [settleCountry.path]: () => ({ country: 'CZ' }),
  });
  await page.getByRole('link', { name: 'Look at them' }).click();
  await expect.element(row(/Billing address: Poland · Card’s bank: Czechia/)).toBeVisible();
  await page.getByRole('button', { name: /^Settle the country of order A/ }).click();
  await page.getByRole('dialog').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Czechia' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(page.getByText('The rate on the day of the payment: 21%')).toBeVisible();
  await page.getByLabelText('Reason').fill('the buyer sent a bill');
  await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
  await expect
    .poll(() => sent.filter(([{ path }]) => path === settleCountry.path).map(([, input]) => input))
    .toMatchObject([
      {
        params: { id: doubt.id },
        body: {
          country: 'CZ',
          seen: { country: null, isSettled: false },
          reason: 'the buyer sent a bill',
        },
      },
    ]);
});

test('O25 a rate is checked at its fields, and its consequences are shown before it is set', async () => {
  const sent = open({
    [vat.path]: () => ({ rows: [noRate], doubts: 0 }),
    // both calls have this path
    [vatRates.path]: ([{ method }]) => (method === 'GET' ? { rates: [], starting: [] } : {}),
    [`${setVatRate.path}/preview`]: () => ({
      before: { vatPercent: null },
      after: { vatPercent: '25.5 %' },
      foreseen: { orders: 2 },
    }),
  });
  await page.getByRole('link', { name: 'Set rates' }).click();
  await expect.element(page.getByText('No rates yet')).toBeVisible();
  await page.getByRole('button', { name: 'Set a rate' }).click();
  await page.getByRole('dialog').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Finland' }).click();
  await page.getByLabelText('Rate in percent').fill('101');
  await page.getByLabelText('In force from').fill('2026-01-01');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(page.getByText('A number from 0 to 100')).toBeVisible();
  await page.getByLabelText('Rate in percent').fill('25,5');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(page.getByText('The VAT of 2 paid orders changes.')).toBeVisible();
  await page.getByLabelText('Reason').fill('as the law says');
  await page.getByRole('dialog').getByRole('button', { name: 'Set' }).click();
  await expect
    .poll(() =>
      sent
        .filter(([{ method, path }]) => method === 'POST' && path === setVatRate.path)
        .map(([, input]) => input),
    )
    .toMatchObject([{ body: { country: 'FI', basisPoints: 2550, from: '2026-01-01', replaces: null } }]);
});

test('O9 the confirmation of an imported rate names the rate that the owner sees', async () => {
  const offered = { country: 'LV', from: '2026-01-01', basisPoints: 2100, isConfirmed: false };
  const sent = open({
    [vat.path]: () => ({ rows: [latvia], doubts: 0 }),
    // both calls have this path
    [vatRates.path]: ([{ method }]) => (method === 'GET' ? { rates: [offered], starting: [] } : {}),
    [`${setVatRate.path}/preview`]: () => ({ before: {}, after: {}, foreseen: { orders: 0 } }),
  });
  await page.getByRole('link', { name: 'Rates' }).click();
  await row(/Latvia/)
    .getByRole('button', { name: 'Confirm' })
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill('as the law says');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect
    .poll(() => sent.find(([{ method, path }]) => method === 'POST' && path === setVatRate.path)?.[1])
    .toMatchObject({ body: { basisPoints: 2100, replaces: { basisPoints: 2100, isConfirmed: false } } });
});

test('O4 who sees sums sees the tax, and only an owner sets rates', async () => {
  open(
    {
      [vat.path]: () => ({ rows: [latvia], doubts: 1 }),
      [vatDoubts.path]: () => ({ doubts: [doubt], before: null, after: null }),
      [vatRates.path]: () => ({
        rates: [{ country: 'LV', from: '2026-01-01', basisPoints: 2100, isConfirmed: true }],
        starting: [],
      }),
    },
    'viewer',
  );
  await expect.element(row(/Latvia/)).toBeVisible();
  expect(page.getByRole('button', { name: /Download/ }).elements()).toEqual([]);
  await page.getByRole('link', { name: 'Doubtful countries' }).click();
  await expect.element(row(/Poland/)).toBeVisible();
  expect(page.getByRole('button', { name: /Settle/ }).elements()).toEqual([]);
  await page.getByRole('link', { name: 'Rates' }).click();
  await expect.element(row(/Latvia/)).toBeVisible();
  expect(page.getByRole('button', { name: /rate/ }).elements()).toEqual([]);
});
