import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import type { MailQueueReply, MailRow } from '#/contract/operator/mails.ts';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { MailPage } from '#/operator/mails/MailPage.tsx';
import { MailsPage } from '#/operator/mails/MailsPage.tsx';
import { TemplatesPage } from '#/operator/mails/TemplatesPage.tsx';
import { type Answers, answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const AT = '2026-01-15T12:00:00.000Z';
const rowOf = (id: number, changes: Partial<MailRow> = {}): MailRow => ({
  id,
  kind: 'receipt',
  state: 'failed',
  createdAt: AT,
  attempts: 24,
  nextAt: null,
  sentAt: null,
  failedAt: AT,
  usefulUntil: '2026-02-14T12:00:00.000Z',
  error: 'ECONNREFUSED',
  to: 'm•••@example.org',
  player: { id: 7, login: 'marlo' },
  order: 'q7Yw2mKc9TzR4vNb8HsXdA',
  orderNumber: 'ONE-4F2K7C',
  acts: ['retry', 'drop'],
  ...changes,
});
const QUEUE: MailQueueReply = {
  waiting: 3,
  failed: 2,
  sent: 120,
  oldestAt: AT,
  sender: { code: 'smtp', place: 'mail.example.org' },
  mute: null,
};
const ROWS = [
  rowOf(2),
  rowOf(1, {
    kind: 'newSignIn',
    state: 'sent',
    acts: [],
    to: null,
    order: null,
    orderNumber: null,
    error: null,
    sentAt: AT,
  }),
];

const {
  mails,
  mail,
  mailPersonal,
  mailQueue,
  matchingMails,
  retryMails,
  dropMails,
  sendTestMail,
  unmuteMails,
} = mailCalls;
let answers: Answers;
beforeEach(async () => {
  await page.viewport(1440, 900);
  answers = {
    [mails.path]: () => ({ mails: ROWS, before: null, after: null }),
    [mailQueue.path]: () => QUEUE,
    [mail.path]: () => ROWS[0],
    [mailPersonal.path]: () => ({ to: 'marlo@example.org' }),
    [matchingMails.path]: () => ({ mails: [2, 5], hasMore: false }),
    [`${retryMails.path}/preview`]: () => ({
      before: { mailStates: { failed: 1 } },
      after: { mailStates: { waiting: 1 }, mailKinds: ['receipt'] },
      foreseen: {
        mails: [{ id: 2, kind: 'receipt', createdAt: AT, login: 'marlo', order: 'ONE-4F2K7C' }],
        more: 0,
      },
    }),
    [retryMails.path]: () => ({ changed: 1 }),
    [`${dropMails.path}/preview`]: () => ({
      before: { mailStates: { failed: 2 } },
      after: { mailStates: { dropped: 2 }, mailKinds: ['receipt'] },
      foreseen: { mails: [{ id: 2, kind: 'receipt', createdAt: AT, login: 'marlo', order: null }], more: 1 },
    }),
    [dropMails.path]: () => ({ changed: 2 }),
    [sendTestMail.path]: () => ({ id: 9 }),
  };
});

const show = (address: string) =>
  showPages(
    { '/mails': <MailsPage />, '/mails/templates': <TemplatesPage />, '/mails/:id': <MailPage /> },
    address,
  );
const bodiesOf = (sent: ReturnType<typeof answerCalls>, path: string) =>
  sent.filter(([endpoint]) => endpoint.path === path).map(([, input]) => input);

test('O30 O32 the mails say that they load and that they failed', async () => {
  answers[mails.path] = () => {
    throw new ApiError('offline', 0);
  };
  answerCalls(answers);
  show('/mails');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('O30 O32 an empty queue says so', async () => {
  answers[mails.path] = () => ({ mails: [], before: null, after: null });
  answerCalls(answers);
  show('/mails?state=failed');
  await expect.element(page.getByText('No mail matches. Remove some of the filters.')).toBeVisible();
});

test('O32 the list shows counts, states, reasons and masked addresses, and its filters stand in the address', async () => {
  const sent = answerCalls(answers);
  const { router } = show('/mails');
  const table = page.getByRole('table', { name: 'Mails' });
  await expect.element(table.getByText('ECONNREFUSED')).toBeVisible();
  await expect.element(table.getByText('m•••@example.org')).toBeVisible();
  await expect.element(page.getByText('SMTP server mail.example.org')).toBeVisible();
  await page.getByLabelText('State').selectOptions('failed');
  await expect.poll(() => router.state.location.search).toBe('?state=failed');
  await expect.poll(() => bodiesOf(sent, mails.path)).toContainEqual({ query: { state: 'failed' } });
});

test('O32 without a mail server the page says that mails stay in a folder', async () => {
  answers[mailQueue.path] = () => ({ ...QUEUE, sender: { code: 'outbox', place: 'data/outbox' } });
  answerCalls(answers);
  show('/mails');
  await expect.element(page.getByText('Nobody: mails stay in the folder data/outbox')).toBeVisible();
});

test('O32 one mail is sent again after its preview, with a reason', async () => {
  const sent = answerCalls(answers);
  show('/mails/2');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect
    .element(page.getByRole('dialog').getByText(/No\.\s2: receipt · marlo · ONE-4F2K7C/))
    .toBeVisible();
  await page.getByLabelText('Reason').fill('the server is back');
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => bodiesOf(sent, retryMails.path))
    .toEqual([{ body: { mails: [2], reason: 'the server is back' } }]);
});

test('O32 all mails that match are dropped only after their number is typed', async () => {
  const sent = answerCalls(answers);
  show('/mails?state=failed');
  await page.getByLabelText('Everything that matches the filters').selectOptions('drop');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('and 1 more')).toBeVisible();
  await dialog.getByLabelText('Reason').fill('made for a test');
  await expect.element(dialog.getByRole('button', { name: 'Drop' })).toBeDisabled();
  await dialog.getByLabelText('Number of mails').fill('2');
  await dialog.getByRole('button', { name: 'Drop' }).click();
  await expect
    .poll(() => bodiesOf(sent, dropMails.path))
    .toEqual([{ body: { mails: [2, 5], reason: 'made for a test' } }]);
});

test('O32 selected mails are sent again together; one that was sent cannot be selected', async () => {
  answerCalls(answers);
  show('/mails');
  await expect.element(page.getByLabelText('Select mail no. 1')).toBeDisabled();
  await page.getByLabelText('Select mail no. 2').click();
  await expect.element(page.getByText('1 mail selected')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Send mail no. 2 again' })).toBeVisible();
});

test('O6 O32 the address is shown by a look, and only to roles that may', async () => {
  answerCalls(answers);
  const { screen } = show('/mails/2');
  await page.getByRole('button', { name: 'Show in full' }).click();
  await expect.element(page.getByText('marlo@example.org', { exact: true })).toBeVisible();
  await (await screen).unmount();
  answerCalls(answers, 'viewer');
  show('/mails/2');
  await expect.element(page.getByText('m•••@example.org')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show in full' })).not.toBeInTheDocument();
});

test('O32 the test mail names no address', async () => {
  const sent = answerCalls(answers);
  show('/mails');
  await page.getByRole('button', { name: 'Test the mail' }).click();
  await expect
    .poll(() => bodiesOf(sent, sendTestMail.path))
    .toEqual([{ body: { locale: expect.any(String) } }]);
});

test('O33 muted mails say why, and are sent again with a reason', async () => {
  answers[mailQueue.path] = () => ({ ...QUEUE, mute: { at: AT, isRestored: true, by: null, reason: '' } });
  answers[`${unmuteMails.path}/preview`] = () => ({
    before: { mailsStopped: true },
    after: { mailsStopped: false, mailsWaiting: 3 },
  });
  answers[unmuteMails.path] = () => ({});
  const sent = answerCalls(answers);
  show('/mails');
  await expect.element(page.getByText(/This database was restored from a copy/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop the mails' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Send mails' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Mails that wait')).toBeVisible();
  await dialog.getByLabelText('Reason').fill('this copy is the site now');
  await dialog.getByRole('button', { name: 'Send mails' }).click();
  await expect
    .poll(() => bodiesOf(sent, unmuteMails.path))
    .toEqual([{ body: { reason: 'this copy is the site now' } }]);
});

test('O32 templates stand in a sandbox without any right, and in the address', async () => {
  answerCalls(answers);
  const { router } = show('/mails/templates?kind=receipt&locale=uk');
  const frame = page.getByTitle('Mail: receipt, Українська');
  await expect.element(frame).toHaveAttribute('sandbox', '');
  await expect.element(frame).toHaveAttribute('src', '/api/operator/v1/mail-templates/uk-receipt');
  await page.getByRole('combobox').first().selectOptions('resetCode');
  await expect.poll(() => router.state.location.search).toBe('?kind=resetCode&locale=uk');
});
