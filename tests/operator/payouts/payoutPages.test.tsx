import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import { payoutCalls } from '#/contract/operator/figures/payoutCalls.ts';
import type {
  PayoutLineRow,
  PayoutReply,
  PayoutRow,
  PayoutSource,
} from '#/contract/operator/figures/payouts.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import { MissingPage } from '#/operator/payouts/MissingPage.tsx';
import { PayoutPage } from '#/operator/payouts/PayoutPage.tsx';
import { PayoutsPage } from '#/operator/payouts/PayoutsPage.tsx';
import { answerCalls, type Answers, showPages } from '../../support/operator/operatorPage.tsx';

const { payouts, payout, acceptPayout, missingFromPayouts } = payoutCalls;
beforeEach(() => page.viewport(1440, 900));

const calm: PayoutRow = {
  id: 7,
  provider: 'stripe',
  ref: 'po_calm',
  amountCents: 8400,
  currency: 'EUR',
  status: 'paid',
  createdAt: '2026-01-15T00:00:00.000Z',
  arrivesAt: '2026-01-17T00:00:00.000Z',
  linesState: 'read',
  lines: 4,
  matchedCents: 8600,
  openLines: 0,
  openCents: 0,
  differenceCents: 0,
  isOpen: false,
};
const odd: PayoutRow = {
  ...calm,
  id: 8,
  ref: 'po_odd',
  openLines: 2,
  openCents: 5500,
  differenceCents: -100,
  isOpen: true,
};
const dollars: PayoutRow = { ...calm, id: 9, ref: 'po_usd', currency: 'USD', linesState: 'never' };
const line: PayoutLineRow = {
  id: 1,
  ref: 'txn_1',
  kind: 'charge',
  at: '2026-01-14T12:00:00.000Z',
  order: 'ORDER-OF-THE-PLAYER-22',
  orderNumber: 'ONE-4F2K7C',
  cause: 'ch_1',
  note: null,
  grossCents: 5000,
  feeCents: 100,
  netCents: 4900,
  expectedCents: 5000,
  match: 'matched',
};
const lines: PayoutLineRow[] = [
  line,
  { ...line, id: 2, order: null, cause: 'ch_stranger', match: 'unmatched', expectedCents: null },
  {
    ...line,
    id: 3,
    kind: 'refund',
    grossCents: -700,
    feeCents: 0,
    netCents: -700,
    expectedCents: 0,
    match: 'differs',
  },
  { ...line, id: 4, kind: 'fee', order: null, note: 'Radar', expectedCents: null, match: 'free' },
];
const shown: PayoutReply = {
  payout: odd,
  pageUrl: 'https://dashboard.stripe.com/payouts/po_odd',
  accepted: null,
  sums: [
    { kind: 'charge', lines: 2, grossCents: 10_000, feeCents: 200, netCents: 9800 },
    { kind: 'refund', lines: 1, grossCents: -700, feeCents: 0, netCents: -700 },
  ],
  open: lines.slice(1, 3),
  lines,
  before: 4,
  after: null,
};
const stripe: PayoutSource = {
  provider: 'stripe',
  isTold: true,
  fetchedAt: '2026-01-18T06:00:00.000Z',
  failedAt: null,
  error: null,
  nextAt: '2026-01-19T06:00:00.000Z',
};
const list = (changes = {}) => ({
  payouts: [odd, calm, dollars],
  before: null,
  after: null,
  sources: [stripe],
  open: 1,
  missing: 0,
  ...changes,
});

function open(answers: Answers, role: OperatorRole = 'owner', at = '/payouts?from=2026-01-01&to=2026-01-31') {
  const sent = answerCalls(answers, role);
  showPages(
    { '/payouts': <PayoutsPage />, '/payouts/missing': <MissingPage />, '/payouts/:id': <PayoutPage /> },
    at,
  );
  return sent;
}
const row = (text: RegExp) => page.getByRole('row').filter({ hasText: text });

test('O25 payouts are a list with what matched, what is open, and the difference', async () => {
  const sent = open({ [payouts.path]: () => list() });
  await expect
    .element(row(/po_odd/))
    .toHaveTextContent(/17 January 2026po_oddStripe€84\.00arrivedneeds a look4€86\.00€55\.002 lines-€1\.00/);
  await expect.element(row(/po_calm/)).toHaveTextContent(/arrived4€86\.00$/);
  await expect.element(row(/po_usd/)).toHaveTextContent(/\$84\.00arrivedlines not told——/);
  await expect.element(page.getByText(/Stripe. Fetched/)).toBeVisible();
  await page.getByRole('link', { name: 'Need a look · 1' }).click();
  await expect
    .poll(() => sent.findLast(([{ path }]) => path === payouts.path)?.[1])
    .toMatchObject({ query: { mark: 'open' } });
});

test('O25 O30 a provider that tells none, one that failed, no payouts and a failed answer are told in words', async () => {
  let fails = true;
  open({
    [payouts.path]: () => {
      if (fails) throw new ApiError('internal', 500);
      const failed = { ...stripe, failedAt: stripe.nextAt, error: 'api.stripe.com answered 403' };
      const untold = { ...stripe, provider: 'btcpay', isTold: false, fetchedAt: null, nextAt: null };
      return list({ payouts: [], sources: [failed, untold], open: 0 });
    },
  });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('No payout arrived on these days.')).toBeVisible();
  await expect.element(page.getByText(/The last fetch failed,.*api\.stripe\.com answered 403/)).toBeVisible();
  await expect.element(page.getByText(/^BTCPay does not tell its payouts/)).toBeVisible();
});

test('O25 a payout shows first what needs a look, with what the site knows', async () => {
  const sent = open({ [payout.path]: () => shown }, 'owner', '/payouts/8');
  await expect.element(page.getByText('The payout is €1.00 less than its lines.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '2 lines to look at' })).toBeVisible();
  const openLines = page.getByRole('table', { name: 'To look at' });
  await expect
    .element(openLines.getByRole('row').nth(1))
    .toHaveTextContent(/ch_strangerno such order€50\.00/);
  await expect
    .element(openLines.getByRole('row').nth(2))
    .toHaveTextContent(/Refund.*another amountthe site knows none-€7\.00/);
  await expect.element(openLines.getByRole('link')).toHaveAttribute('href', '/orders/ORDER-OF-THE-PLAYER-22');
  const all = page.getByRole('table', { name: 'All lines' });
  await expect.element(all.getByRole('row').nth(1)).toHaveTextContent(/matches€50\.00€1\.00€49\.00/);
  await expect.element(all.getByRole('row').nth(4)).toHaveTextContent(/FeeRadar€50\.00/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect
    .poll(() => sent.findLast(([{ path }]) => path === payout.path)?.[1])
    .toMatchObject({ params: { id: '8' }, query: { before: '4' } });
});

test('O25 differences are accepted with a reason', async () => {
  const sent = open(
    {
      [payout.path]: () => shown,
      [`${acceptPayout.path}/preview`]: () => ({
        before: { isAccepted: false },
        after: { isAccepted: true },
        foreseen: {},
      }),
      [acceptPayout.path]: () => ({}),
    },
    'manager',
    '/payouts/8',
  );
  await page.getByRole('button', { name: 'Accept the differences' }).click();
  await page.getByLabelText('Reason').fill('sold at the fair');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept the differences' }).click();
  await expect
    .poll(() => sent.filter(([{ path }]) => path === acceptPayout.path).map(([, input]) => input))
    .toMatchObject([
      { params: { id: '8' }, body: { openLines: 2, differenceCents: -100, reason: 'sold at the fair' } },
    ]);
});

test('O25 orders in no payout are told beside the payouts, and listed', async () => {
  const sent = open({
    [payouts.path]: () => list({ missing: 2 }),
    [missingFromPayouts.path]: () => ({
      orders: [
        {
          id: 5,
          order: 'LOST-ORDER-OF-A-PLAYER',
          orderNumber: 'ONE-LQSTQR',
          paidAt: line.at,
          provider: 'stripe',
          totalCents: 5000,
        },
      ],
      before: null,
      after: null,
    }),
  });
  await expect.element(page.getByText('2 orders paid on these days are in no payout.')).toBeVisible();
  await page.getByRole('link', { name: 'Look at them' }).click();
  await expect.element(row(/ONE-LQSTQR/)).toHaveTextContent(/Stripe€50\.00/);
  expect(sent.findLast(([{ path }]) => path === missingFromPayouts.path)?.[1]).toEqual({
    query: { from: '2026-01-01', to: '2026-01-31' },
  });
});

test('O4 who sees sums sees payouts, and neither accepts differences nor takes files', async () => {
  open({ [payouts.path]: () => list(), [payout.path]: () => shown }, 'viewer');
  await expect.element(row(/po_odd/)).toBeVisible();
  expect(page.getByRole('button', { name: /payouts\.csv/ }).elements()).toEqual([]);
  await page.getByRole('link', { name: 'po_odd' }).click();
  await expect.element(page.getByRole('heading', { name: /^Payout of Stripe/ })).toBeVisible();
  expect(page.getByRole('button', { name: /Accept/ }).elements()).toEqual([]);
});

test('O30 a payout that there is not, and one whose lines are not told', async () => {
  let isMissing = true;
  open(
    {
      [payout.path]: () => {
        if (isMissing) throw new ApiError('notFound', 404);
        return { ...shown, payout: dollars, open: [], lines: [], sums: [], before: null };
      },
      [payouts.path]: () => list(),
    },
    'owner',
    '/payouts/404',
  );
  await expect.element(page.getByRole('heading', { name: 'No such payout' })).toBeVisible();
  isMissing = false;
  await page.getByRole('link', { name: 'Payouts' }).click();
  await page.getByRole('link', { name: 'po_usd' }).click();
  await expect.element(page.getByText(/The provider does not tell what is in this payout/)).toBeVisible();
});
