import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { StaffLimit } from '#/contract/operator/people/limits.ts';
import type { StaffMember } from '#/contract/operator/people/people.ts';
import { LimitList } from '#/operator/people/LimitList.tsx';
import { type Answers, answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const { limits, changeLimits } = operatorCalls;
const oksana = { id: 2, name: 'Oksana', role: 'support', version: 4 } as StaffMember;
const limitOf = (changes: Partial<StaffLimit>): StaffLimit => ({
  operatorId: 2,
  permission: 'orders.refund',
  unit: 'cents',
  perAct: 5000,
  perDay: null,
  isDefault: true,
  doneToday: 1250,
  ...changes,
});
const ROWS = [
  limitOf({}),
  limitOf({ permission: 'players.grant', unit: 'coins', perAct: null, perDay: 500, doneToday: 0 }),
  limitOf({ permission: 'deliveries.act', unit: 'deliveries', perAct: 20, doneToday: 3 }),
  // somebody of the demonstration, whom the list of the staff does not have
  limitOf({ operatorId: 99, permission: 'players.block', unit: 'days', perAct: 7 }),
];

let answers: Answers;
beforeEach(async () => {
  await page.viewport(1440, 900);
  answers = { [limits.path]: () => ({ limits: ROWS, isSecondPersonAsked: true }) };
});
const show = () => showPages({ '/': <LimitList staff={[oksana]} /> }, '/');
const row = (name: RegExp) => page.getByRole('row', { name });

test('O5 each limit is told in its own unit, with what was done today', async () => {
  answerCalls(answers);
  show();
  await expect.element(row(/^Oksana Refund/)).toHaveTextContent(/€50\.00.*no limit.*€12\.50/);
  await expect.element(row(/^Oksana Grant coins and goods/)).toHaveTextContent(/no limit.*500 OC.*0 OC/);
  await expect.element(row(/^Oksana Decide about deliveries/)).toHaveTextContent(/20.*no limit.*3/);
  // the head and three rows
  expect(page.getByRole('row').all()).toHaveLength(4);
});

test('O5 without anybody who has limits the list says so', async () => {
  answers[limits.path] = () => ({ limits: [ROWS[3]], isSecondPersonAsked: true });
  answerCalls(answers);
  show();
  await expect.element(page.getByText('Managers and support have limits.', { exact: false })).toBeVisible();
});

test('O5 O6 a limit is changed by its own numbers, after a look at what changes', async () => {
  const preview = `${changeLimits.path}/preview`;
  answers[preview] = () => ({ before: { perActCents: 5000 }, after: { perActCents: 9950 } });
  const sent = answerCalls(answers);
  show();
  await row(/^Oksana Refund/)
    .getByRole('button', { name: 'Change' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Limits of Oksana' });
  await expect.element(dialog.getByRole('textbox').first()).toHaveValue('50.00');
  await dialog.getByRole('textbox').first().fill('99,50');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect
    .poll(() => sent.find(([{ path }]) => path === preview)?.[1])
    .toMatchObject({
      params: { id: '2' },
      body: { permission: 'orders.refund', perAct: 9950, perDay: null, version: 4 },
    });
});
