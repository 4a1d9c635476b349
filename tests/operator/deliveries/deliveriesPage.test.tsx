import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import type { DeliveryRowShown } from '#/contract/operator/deliveries.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { DeliveriesPage } from '#/operator/deliveries/DeliveriesPage.tsx';
import { DeliveryPage } from '#/operator/deliveries/DeliveryPage.tsx';
import { type Answers, answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const AT = '2026-01-15T12:00:00.000Z';
const rowOf = (id: number, changes: Partial<DeliveryRowShown> = {}): DeliveryRowShown => ({
  id,
  version: 3,
  createdAt: AT,
  movedAt: AT,
  player: { id: 5, login: 'Racer' },
  server: 'everest',
  kind: 'give',
  code: 'unban',
  count: 1,
  titles: { ru: 'Разбан', uk: 'Розбан', en: 'Unban' },
  state: 'failed',
  readyAt: null,
  attempt: 1,
  outcome: 'rejected:no_character',
  isMoneyBack: false,
  order: 'order-of-7',
  orderNumber: 'ONE-4F2K7C',
  decisions: ['retry', 'cancel', 'byHand'],
  ...changes,
});
const DETAILS = {
  stage: 'trouble',
  params: {},
  needsOnline: true,
  cause: { reason: 'order', type: 'order', id: '7' },
  ledger: null,
  isDoubtful: false,
  leaseUntil: null,
  detail: 'no row 7',
  doneAt: null,
  moneyBackAt: null,
  handedTo: null,
  receivedBy: null,
  taken: null,
  revokes: null,
  revokedBy: [],
  timeline: [
    {
      kind: 'move',
      at: AT,
      from: null,
      to: 'waiting',
      actor: 'site',
      operator: null,
      reason: '',
      attempt: 0,
      detail: null,
    },
  ],
};

const { deliveries, delivery, matchingDeliveries, decideDelivery, decideDeliveries } = operatorCalls;
const consequences = { before: { deliveryState: 'failed' }, after: { deliveryState: 'waiting' } };
let answers: Answers;
beforeEach(async () => {
  await page.viewport(1440, 900);
  answers = {
    [deliveries.path]: () => ({
      deliveries: [rowOf(9), rowOf(8, { state: 'unknown', decisions: ['given', 'notGiven'] }), rowOf(7)],
      before: 7,
      after: null,
    }),
    [delivery.path]: () => ({ ...rowOf(7), ...DETAILS }),
    [`${decideDelivery.path}/preview`]: () => consequences,
    [decideDelivery.path]: () => ({ version: 4, state: 'waiting' }),
    [`${decideDeliveries.path}/preview`]: () => consequences,
    [decideDeliveries.path]: () => ({ decided: 2 }),
  };
});

const show = (address: string) =>
  showPages({ '/deliveries': <DeliveriesPage />, '/deliveries/:id': <DeliveryPage /> }, address);
const inputsOf = (sent: ReturnType<typeof answerCalls>, { path }: { path: string }) =>
  sent.filter(([endpoint]) => endpoint.path === path).map(([, input]) => input);

test('O30 the list of deliveries says that it loads, that nothing matches, and that it failed', async () => {
  let finish: (value: object) => void = () => {};
  answers[deliveries.path] = () => new Promise((resolve) => (finish = resolve));
  answerCalls(answers);
  const view = await show('/deliveries?state=failed').screen;
  await expect.element(view.getByText('Loading…')).toBeInTheDocument();
  finish({ deliveries: [], before: null, after: null });
  await expect.element(view.getByText('No deliveries')).toBeVisible();
  await view.unmount();
  answers[deliveries.path] = () => {
    throw new ApiError('offline', 0);
  };
  answerCalls(answers);
  const failed = await show('/deliveries').screen;
  await expect.element(failed.getByText('This did not load')).toBeVisible();
  answers[deliveries.path] = () => ({ deliveries: [rowOf(9)], before: null, after: null });
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect.element(failed.getByRole('link', { name: '9', exact: true })).toBeVisible();
});

test('D19 the address holds the filters, and older rows are asked for by the last number', async () => {
  const sent = answerCalls(answers);
  const { router, screen } = show('/deliveries?state=failed&server=everest&nonsense=1');
  const view = await screen;
  await expect.element(view.getByRole('link', { name: '9', exact: true })).toBeVisible();
  await view.getByRole('button', { name: 'Older' }).click();
  await vi.waitFor(() => expect(router.state.location.search).toBe('?state=failed&server=everest&before=7'));
  await vi.waitFor(() =>
    expect(inputsOf(sent, deliveries)).toEqual([
      { query: { state: 'failed', server: 'everest' } },
      { query: { state: 'failed', server: 'everest', before: '7' } },
    ]),
  );
});

test('D19 many that are selected are decided after their number was typed, as they were seen', async () => {
  const sent = answerCalls(answers);
  const view = await show('/deliveries').screen;
  await view.getByLabelText('Select delivery no. 9').click();
  await view.getByLabelText('Select delivery no. 7').click();
  await expect.element(view.getByText('2 deliveries selected')).toBeVisible();
  // nothing that is not possible for all of them
  await expect.element(view.getByRole('button', { name: 'Was given' })).not.toBeInTheDocument();
  await view.getByRole('button', { name: 'Try again' }).click();
  const dialog = view.getByRole('dialog');
  const button = dialog.getByRole('button', { name: 'Try again' });
  await dialog.getByLabelText('Reason').fill('the game was broken');
  await expect.element(button).toBeDisabled();
  await dialog.getByLabelText('Number of deliveries').fill('2');
  await button.click();
  await expect.element(view.getByRole('dialog')).not.toBeInTheDocument();
  expect(inputsOf(sent, decideDeliveries)).toEqual([
    {
      body: {
        decision: 'retry',
        deliveries: [
          { no: 9, version: 3 },
          { no: 7, version: 3 },
        ],
        reason: 'the game was broken',
      },
    },
  ]);
  await expect.element(view.getByText('2 deliveries selected')).not.toBeInTheDocument();
});

test('D19 everything that the filters find is counted before it can be decided', async () => {
  const chosen = Array.from({ length: 500 }, (_, at) => ({ no: at + 1, version: 3 }));
  answers[matchingDeliveries.path] = () => ({ deliveries: chosen, hasMore: true });
  const sent = answerCalls(answers);
  const view = await show('/deliveries?state=failed').screen;
  await view.getByLabelText('Everything that matches the filters').selectOptions('retry');
  await expect.element(view.getByText('Try again: 500')).toBeVisible();
  await expect.element(view.getByText(/^More than 500 match/)).toBeVisible();
  expect(inputsOf(sent, matchingDeliveries)).toEqual([{ query: { decision: 'retry', state: 'failed' } }]);
  expect(inputsOf(sent, decideDeliveries)).toEqual([]);
});

test('D19 without a filter there is no bulk act on all deliveries, and a viewer can decide none', async () => {
  answerCalls(answers);
  const view = await show('/deliveries').screen;
  await expect.element(view.getByRole('link', { name: '9', exact: true })).toBeVisible();
  await expect.element(view.getByLabelText('Everything that matches the filters')).not.toBeInTheDocument();
  await view.unmount();
  answerCalls(answers, 'viewer');
  const looked = await show('/deliveries?state=failed').screen;
  await expect.element(looked.getByRole('link', { name: '9', exact: true })).toBeVisible();
  await expect.element(looked.getByLabelText('Select delivery no. 9')).not.toBeInTheDocument();
});

test('D19 the page of a delivery offers what its state allows, and sends the version that was seen', async () => {
  const sent = answerCalls(answers);
  const view = await show('/deliveries/7').screen;
  await expect.element(view.getByRole('heading', { name: 'Delivery no. 7' })).toBeVisible();
  await expect.element(view.getByText('no row 7')).toBeVisible();
  await expect
    .element(view.getByRole('link', { name: 'ONE-4F2K7C' }))
    .toHaveAttribute('href', '/orders/order-of-7');
  await expect.element(view.getByRole('button', { name: 'Was not given' })).not.toBeInTheDocument();
  await view.getByRole('button', { name: 'Handed over by hand' }).click();
  const dialog = view.getByRole('dialog');
  await dialog.getByLabelText('What you did').fill('gave it in the game');
  await dialog.getByRole('button', { name: 'Handed over by hand' }).click();
  await expect.element(view.getByRole('dialog')).not.toBeInTheDocument();
  expect(inputsOf(sent, decideDelivery)).toEqual([
    { params: { id: '7' }, body: { decision: 'byHand', version: 3, reason: 'gave it in the game' } },
  ]);
});

test('D19 before a cancel the page says that no money comes back by it, and where a refund is made', async () => {
  answerCalls(answers);
  const view = await show('/deliveries/7').screen;
  await view.getByRole('button', { name: 'Call off' }).click();
  const dialog = view.getByRole('dialog');
  await expect.element(dialog.getByText(/^Calling off returns neither money nor coins/)).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'To the order' }))
    .toHaveAttribute('href', '/orders/order-of-7');
  await view.unmount();
  const list = await show('/deliveries').screen;
  await list.getByLabelText('Select delivery no. 9').click();
  await list.getByRole('button', { name: 'Call off' }).click();
  await expect.element(list.getByText(/^Calling off returns neither money nor coins/)).toBeVisible();
});

test('O9 O30 a delivery that another operator has decided is reported, and the reason stays', async () => {
  answers[decideDelivery.path] = () => {
    throw new ApiError('operatorChanged', 409);
  };
  answerCalls(answers);
  const view = await show('/deliveries/7').screen;
  await view.getByRole('button', { name: 'Try again' }).click();
  const dialog = view.getByRole('dialog');
  await dialog.getByLabelText('Reason').fill('the game was broken');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText(/^Somebody else has changed this/)).toBeVisible();
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('the game was broken');
});

test('O30 an invalid number shows a message', async () => {
  answers[delivery.path] = () => {
    throw new ApiError('notFound', 404);
  };
  answerCalls(answers);
  const view = await show('/deliveries/99').screen;
  await expect.element(view.getByRole('heading', { name: 'There is no such delivery' })).toBeVisible();
});
