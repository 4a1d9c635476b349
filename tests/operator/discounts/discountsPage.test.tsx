import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import type { DiscountReply, DiscountRow } from '#/contract/operator/discounts.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { DiscountPage } from '#/operator/discounts/DiscountPage.tsx';
import { DiscountsPage } from '#/operator/discounts/DiscountsPage.tsx';
import { type Answers, answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const AT = '2026-01-15T12:00:00.000Z';
const rowOf = (id: number, code: string, changes: Partial<DiscountRow> = {}): DiscountRow => ({
  id,
  code,
  state: 'running',
  percentBasisPoints: 1000,
  fixedCents: null,
  productTypes: null,
  goodsIds: null,
  perAccountLimit: 1,
  totalLimit: 100,
  startsAt: null,
  endsAt: AT,
  createdAt: AT,
  uses: 7,
  batch: null,
  ...changes,
});
const names = (en: string) => ({ ru: en, uk: en, en });
const EFFECT: DiscountReply['effect'] = {
  examples: [
    { names: names('Bat'), coins: 0, bonusCoins: 0, priceCents: 500, discountCents: 50, totalCents: 450 },
  ],
  strongest: { case: names('Port'), good: names('Five'), priceCents: 900, totalCents: 450, returned: 10_400 },
  isOnBanner: true,
};
const SHOWN: DiscountReply = {
  discount: rowOf(1, 'AUTUMN10'),
  effect: EFFECT,
  goods: [],
  days: [
    { day: '2026-01-15', uses: 7, paidCents: 31_500, discountCents: 3500, refundedCents: 0 },
    { day: '2026-01-14', uses: 2, paidCents: 9000, discountCents: 1000, refundedCents: 4500 },
  ],
  isCut: false,
};

const { discount, discountGoods, discounts, makeDiscount, makeDiscountBatch, stopDiscount } = operatorCalls;
let answers: Answers;
beforeEach(async () => {
  await page.viewport(1440, 900);
  answers = {
    [discounts.path]: () => ({
      discounts: [
        rowOf(2, 'STREAM-…', { perAccountLimit: 1, totalLimit: 1, batch: { id: 2, codes: 50 } }),
        rowOf(1, 'AUTUMN10'),
      ],
      before: null,
      after: null,
    }),
    [discount.path]: () => SHOWN,
    [discountGoods.path]: () => ({ goods: [{ id: 22, names: names('Bat') }] }),
    [`${makeDiscount.path}/preview`]: () => ({ before: {}, after: { percent: 10 }, foreseen: EFFECT }),
    [`${makeDiscountBatch.path}/preview`]: () => ({
      before: {},
      after: { singleCodes: 2 },
      foreseen: EFFECT,
    }),
    [makeDiscountBatch.path]: () => ({ id: 2, codes: ['STREAM-AAAAAAAAAA', 'STREAM-BBBBBBBBBB'] }),
    [`${stopDiscount.path}/preview`]: () => ({ before: { isActive: true }, after: { isActive: false } }),
    [stopDiscount.path]: () => ({ id: 1 }),
  };
});

const show = (address: string) =>
  showPages({ '/discounts': <DiscountsPage />, '/discounts/:id': <DiscountPage /> }, address);

test('O30 the codes say that they load and that they failed', async () => {
  answers[discounts.path] = () => {
    throw new ApiError('offline', 0);
  };
  answerCalls(answers);
  const view = await show('/discounts').screen;
  await expect.element(view.getByText('This did not load')).toBeVisible();
});

test('O21 a batch is one line with its number of codes, and its uses are of all of them', async () => {
  answerCalls(answers);
  const view = await show('/discounts').screen;
  await expect.element(view.getByText('batch, codes: 50')).toBeVisible();
  await expect.element(view.getByText('7 of 50')).toBeVisible();
  await expect.element(view.getByText('7 of 100')).toBeVisible();
});

test('O21 what the server refuses stands at its field, and what was typed stays', async () => {
  answers[`${makeDiscount.path}/preview`] = () => {
    throw new ApiError('discountExists', 409, { errors: { code: 'discountExists' } });
  };
  const sent = answerCalls(answers);
  const view = await show('/discounts').screen;
  await view.getByRole('button', { name: 'New code' }).click();
  await view.getByRole('textbox', { name: 'Code', exact: true }).last().fill('AUTUMN10');
  await view.getByRole('textbox', { name: 'Percent' }).fill('7,5');
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.element(view.getByText('There is a code of this name already')).toBeVisible();
  await expect.element(view.getByRole('textbox', { name: 'Percent' })).toHaveValue('7,5');
  const previewed = sent.find(([{ path }]) => path === `${makeDiscount.path}/preview`);
  expect(previewed?.[1]).toMatchObject({
    body: {
      code: 'AUTUMN10',
      takes: { kind: 'percent', basisPoints: 750 },
      perAccountLimit: 1,
      totalLimit: null,
    },
  });
});

/** Types a day without a time, after which the field has no value. */
async function halfType(field: Locator): Promise<void> {
  await field.click({ position: { x: 24, y: 20 } });
  await userEvent.keyboard('12242026');
}

test('O21 a half-typed end of a new code is not sent as "no end"', async () => {
  const sent = answerCalls(answers);
  const view = await show('/discounts').screen;
  await view.getByRole('button', { name: 'New code' }).click();
  const dialog = view.getByRole('dialog');
  await dialog.getByLabelText('Code').fill('AUTUMN20');
  await dialog.getByLabelText('Percent').fill('10');
  await halfType(dialog.getByLabelText('Ends'));
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect.element(dialog.getByText(/date or time is unfinished/)).toBeVisible();
  await expect.element(dialog.getByLabelText('Ends')).toHaveFocus();
  expect(sent.map(([{ path }]) => path)).not.toContain(`${makeDiscount.path}/preview`);
  await dialog.getByLabelText('Ends').fill('2026-12-24T12:00');
  await expect.element(dialog.getByText(/date or time is unfinished/)).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Next' }).click();
  const previewOf = () => sent.find(([{ path }]) => path === `${makeDiscount.path}/preview`)?.[1];
  await expect
    .poll(previewOf)
    .toMatchObject({ body: { endsAt: new Date('2026-12-24T12:00').toISOString() } });
});

test('O21 a half-typed new end is not sent as "no end"', async () => {
  const sent = answerCalls(answers);
  const view = await show('/discounts/1').screen;
  await view.getByRole('button', { name: 'Prolong' }).click();
  const dialog = view.getByRole('dialog');
  await halfType(dialog.getByLabelText('New end'));
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect.element(dialog.getByText(/date or time is unfinished/)).toBeVisible();
  expect(sent.map(([{ path }]) => path)).not.toContain(`${operatorCalls.prolongDiscount.path}/preview`);
});

test('O21 the codes of a batch can be saved, and the dialog closes only when they are', async () => {
  answerCalls(answers);
  const view = await show('/discounts').screen;
  await view.getByRole('button', { name: 'Batch of codes' }).click();
  await view.getByRole('textbox', { name: 'Beginning of the codes' }).fill('stream');
  await view.getByRole('textbox', { name: 'How many codes' }).fill('2');
  await view.getByRole('textbox', { name: 'Percent' }).fill('10');
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.element(view.getByText(/With this code a case pays for itself/)).toBeVisible();
  await view.getByRole('textbox', { name: 'Reason' }).fill('for the stream');
  await view.getByRole('button', { name: 'Make the batch' }).click();
  await expect.element(view.getByRole('button', { name: 'Save as CSV' })).toBeVisible();
  const close = view.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' });
  await expect.element(close).toBeDisabled();
  await view.getByRole('checkbox', { name: 'The file is saved' }).click();
  await close.click();
  await expect.element(view.getByRole('heading', { name: 'AUTUMN10' })).toBeVisible();
});

test('O21 the page of a code shows its sums by day, and warns of a case that pays for itself', async () => {
  const sent = answerCalls(answers);
  const view = await show('/discounts/1').screen;
  await expect.element(view.getByText('€315.00')).toBeVisible();
  await expect
    .element(view.getByRole('table', { name: 'Uses by day (UTC)' }).getByRole('row').nth(1))
    .toHaveTextContent(/^Total ?9 ?€405\.00 ?€45\.00 ?€45\.00$/);
  await expect.element(view.getByText(/returns 104% of the price/)).toBeVisible();
  await view.getByRole('button', { name: 'Stop', exact: true }).click();
  await view.getByRole('textbox', { name: 'Reason' }).fill('it is over');
  await view.getByRole('button', { name: 'Stop', exact: true }).last().click();
  await expect
    .poll(() => sent.find(([{ path }]) => path === stopDiscount.path)?.[1])
    .toMatchObject({
      params: { id: '1' },
      body: { reason: 'it is over' },
    });
});

test('O4 a stopped code has no acts', async () => {
  answers[discount.path] = () => ({ ...SHOWN, discount: rowOf(1, 'AUTUMN10', { state: 'stopped' }) });
  answerCalls(answers);
  const view = await show('/discounts/1').screen;
  await expect.element(view.getByRole('heading', { name: 'AUTUMN10' })).toBeVisible();
  await expect.element(view.getByRole('button', { name: 'Stop', exact: true })).not.toBeInTheDocument();
});

test('O29 on a phone a long code breaks, in the list and as the name of its page', async () => {
  await page.viewport(390, 844);
  const long = rowOf(1, 'W'.repeat(35));
  answers[discounts.path] = () => ({ discounts: [long], before: null, after: null });
  answers[discount.path] = () => ({ ...SHOWN, discount: long });
  answerCalls(answers);
  const view = await show('/discounts').screen;
  const endOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().right;
  };
  const link = view.getByRole('link', { name: long.code });
  await expect.element(link).toBeVisible();
  expect(endOf(link.element())).toBeLessThanOrEqual(390);
  await link.click();
  const title = view.getByRole('heading', { name: long.code });
  await expect.element(title).toBeVisible();
  expect(endOf(title.element())).toBeLessThanOrEqual(390);
});

test('O21 the preview of a code writes the numbers of goods without a separator of thousands', async () => {
  const path = `${makeDiscount.path}/preview`;
  answers[path] = () => ({ before: {}, after: { goodsIds: [1012, 2003] }, foreseen: EFFECT });
  answerCalls(answers);
  const view = await show('/discounts').screen;
  await view.getByRole('button', { name: 'New code' }).click();
  const dialog = view.getByRole('dialog');
  await dialog.getByLabelText('Code').fill('AUTUMN20');
  await dialog.getByLabelText('Percent').fill('10');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect.element(dialog.getByText('1012, 2003')).toBeVisible();
});

test('O29 on a phone the first wrong field of a form gets the focus', async () => {
  await page.viewport(390, 844);
  answerCalls(answers);
  showPages({ '/discounts': <DiscountsPage /> }, '/discounts');
  await page.getByRole('button', { name: 'New code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect.element(dialog.getByLabelText('Code')).toHaveFocus();
  await dialog.getByLabelText('Code').fill('AUTUMN20');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect.element(dialog.getByLabelText('Percent')).toHaveFocus();
});
