import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAIL_KINDS, type MailKind } from '#/contract/mail.ts';
import {
  MAIL_STATES,
  type MailQueueReply,
  type MailRow,
  type MailsReply,
} from '#/contract/operator/mails.ts';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { MAIL_RULES } from '#/server/platform/mail/mailRules.ts';
import { createSibling, createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { OrderDesk } from '../../../../support/desks/orderDesk.ts';
import { type MailDesk, mailRow, queueSample, startMailDesk } from '../../../../support/services/mailDesk.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let site: TestApp;
let desk: MailDesk;
let manager: TestOperator;
beforeAll(async () => {
  site = await createTestApp();
});
beforeEach(async () => {
  manager = await createOperator(site, 'manager');
  desk = await startMailDesk(site);
});
afterEach(async () => {
  expect(await brokenInvariants(site.pool)).toEqual({});
  await desk.close();
});
afterAll(() => site.close());

const { mails, mail, mailQueue, matchingMails, retryMails, dropMails } = mailCalls;

const list = async (query: Record<string, string> = {}): Promise<MailsReply> =>
  (await manager.browser.call(mails, { query })).json();
const idOf = async (cause: string) => Number((await mailRow(site, cause)).id);
const show = async (cause: string): Promise<MailRow> =>
  (await manager.browser.call(mail, { params: { id: String(await idOf(cause)) } })).json();
const act = (
  call: typeof retryMails | typeof dropMails,
  ids: number[],
  given: { suffix?: '/preview'; headers?: Record<string, string> } = {},
) => manager.browser.call(call, { body: { mails: ids, reason: 'the server was down' }, ...given });

/** Passes time, after which the manager signs in anew. */
async function pass(durationMs: number): Promise<void> {
  site.advanceMs(durationMs);
  manager = await createOperator(site, 'manager');
}

/** Lets all waiting mails fail until they are given up. */
async function giveUp(): Promise<void> {
  await site.pool.query(
    `UPDATE mail_queue SET failed_at = $1, attempts = 24, last_error = '451 not now' WHERE failed_at IS NULL`,
    [site.deps.now()],
  );
}
async function failed(cause: string, kind: MailKind = 'receipt', given: object = {}): Promise<number> {
  await queueSample(site, cause, kind, given);
  await giveUp();
  return idOf(cause);
}
const send = () => sendDueMails(desk.overSmtp);
const audited = async () =>
  (
    await site.pool.query<{ line: string }>(
      'SELECT a::text AS line FROM audit a WHERE operator_id = $1 ORDER BY id',
      [manager.id],
    )
  ).rows.map(({ line }) => line);

describe('O32 the list', () => {
  test('O32 shows every state, what a mail is about, and neither content nor address', async () => {
    const player = await createPlayer(site.deps);
    const { id: order } = await new OrderDesk(site).paid();
    await site.pool.query('DELETE FROM mail_queue');
    const { rows } = await site.pool.query('SELECT id, number FROM orders WHERE public_id = $1', [order]);
    await queueSample(site, 'sent:1', 'newSignIn');
    await send();
    await failed(`receipt:${rows[0].id}`, 'receipt', { accountId: player.accountId });
    const dropped = await failed('dropped:1', 'passwordChanged', { to: 'other@example.org' });
    await act(dropMails, [dropped]);
    await queueSample(site, 'ended:1', 'resetCode');
    await pass(MAIL_RULES.resetCode.usefulMs);
    await queueSample(site, 'waiting:1', 'receipt', { to: 'third@example.org' });
    const { mails: shown, before, after } = await list();
    expect(shown.map(({ kind, state }) => [kind, state])).toEqual([
      ['receipt', 'waiting'],
      ['resetCode', 'ended'],
      ['passwordChanged', 'dropped'],
      ['receipt', 'failed'],
      ['newSignIn', 'sent'],
    ]);
    expect([before, after]).toEqual([null, null]);
    expect(shown[3]).toMatchObject({
      to: 'm•••@example.org',
      player: { id: player.accountId },
      order,
      orderNumber: rows[0].number,
      error: '451 not now',
      acts: ['retry', 'drop'],
      nextAt: null,
    });
    expect(shown.map(({ acts }) => acts)).toEqual([['drop'], [], [], ['retry', 'drop'], []]);
    for (const state of MAIL_STATES) {
      const { mails: filtered } = await list({ state });
      expect(
        filtered.map((one) => one.state),
        state,
      ).toEqual([state]);
    }
    const raw = JSON.stringify([shown, await show('waiting:1')]);
    expect(raw).not.toMatch(/third@|marlo|other@|q7Yw2mKc9TzR4vNb8HsXdA|K7QM2XTA/);
  });

  test('O32 filters by kind, day and player, and turns pages of 50 both ways', async () => {
    const player = await createPlayer(site.deps);
    for (let at = 0; at < 120; at++)
      await queueSample(site, `page:${at}`, at % 2 ? 'receipt' : 'orderRefunded', {
        accountId: at < 3 ? player.accountId : null,
      });
    const all: number[] = [];
    let page = await list();
    for (;;) {
      all.push(...page.mails.map(({ id }) => id));
      if (page.before === null) break;
      page = await list({ before: String(page.before) });
    }
    expect(all).toHaveLength(120);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    const back = await list({ after: String(page.after) });
    expect(back.mails.map(({ id }) => id)).toEqual(all.slice(50, 100));
    expect((await list({ kind: 'receipt' })).mails.every(({ kind }) => kind === 'receipt')).toBe(true);
    expect((await list({ player: String(player.accountId) })).mails).toHaveLength(3);
    await pass(DAY_MS);
    await queueSample(site, 'tomorrow', 'receipt');
    const day = site.deps.now().toISOString().slice(0, 10);
    expect((await list({ day })).mails.map(({ id }) => id)).toEqual([await idOf('tomorrow')]);
    expect((await manager.browser.call(mails, { query: { day: '2026-02-30' } })).statusCode).toBe(400);
  });

  test('O32 counts what waits and failed, and names the oldest', async () => {
    await failed('failed:1');
    const oldest = site.deps.now();
    await queueSample(site, 'waits:1', 'receipt');
    site.advanceMs(MINUTE_MS);
    await queueSample(site, 'waits:2', 'receipt');
    await queueSample(site, 'sent:1', 'newSignIn');
    await site.pool.query(
      `UPDATE mail_queue SET sent_at = created_at, content_encrypted = NULL WHERE cause = 'sent:1'`,
    );
    const state: MailQueueReply = (await manager.browser.call(mailQueue)).json();
    expect(state).toMatchObject({ waiting: 2, failed: 1, sent: 1, oldestAt: oldest.toISOString() });
    expect(state.sender).toEqual(site.deps.mail.sender);
  });
});

describe('O32 sending again', () => {
  test('O32 a mail that was given up is sent at once, once, and the log says who and why', async () => {
    const id = await failed('receipt:1');
    await pass(3 * DAY_MS);
    const key = { headers: { [IDEMPOTENCY_HEADER]: 'retry-the-receipt-1' } };
    const preview = (await act(retryMails, [id], { suffix: '/preview' })).json();
    expect(preview).toMatchObject({
      before: { mailStates: { failed: 1 } },
      after: { mailStates: { waiting: 1 }, mailKinds: ['receipt'] },
      foreseen: { mails: [{ id, kind: 'receipt' }], more: 0 },
    });
    expect(await send()).toBe(0);
    const answers = await Promise.all([act(retryMails, [id], key), act(retryMails, [id], key)]);
    expect(answers.map((answer) => answer.json())).toEqual([{ changed: 1 }, { changed: 1 }]);
    expect(await send()).toBe(1);
    expect(desk.server.mails).toHaveLength(1);
    const lines = await audited();
    expect(lines.filter((line) => line.includes('mailsRetried'))).toHaveLength(1);
    expect(lines.join()).toContain('the server was down');
    expect(lines.join()).not.toMatch(/marlo|example\.org|q7Yw2mKc9TzR4vNb8HsXdA/);
    expect(codeOf(await act(retryMails, [id]))).toBe('mailsUnchanged');
  });

  test('O32 two operators and two servers at once send each mail once', async () => {
    const sibling = await createSibling(site);
    const ids: number[] = [];
    for (let at = 0; at < 20; at++) ids.push(await failed(`many:${at}`));
    const [first, second] = await Promise.all([act(retryMails, ids), act(retryMails, ids.toReversed())]);
    const changed = [first, second].map((answer) =>
      answer.statusCode === 200 ? Number(answer.json().changed) : 0,
    );
    expect(changed.toSorted((a, b) => a - b)).toEqual([0, 20]);
    await Promise.all([
      send(),
      sendDueMails({ ...sibling.deps, now: site.deps.now, mail: desk.overSmtp.mail }),
    ]);
    expect(desk.server.mails).toHaveLength(20);
    await sibling.close();
  });

  test('O32 a mail that a server is sending is neither sent twice nor dropped', async () => {
    const id = await failed('slow:1');
    await act(retryMails, [id]);
    const codes: string[] = [];
    desk.server.onTaken(async () => {
      codes.push(codeOf(await act(retryMails, [id])), codeOf(await act(dropMails, [id])));
      await sendDueMails(desk.overSmtp);
    });
    expect(await send()).toBe(1);
    expect(codes).toEqual(['mailsUnchanged', 'mailsUnchanged']);
    expect(desk.server.mails).toHaveLength(1);
    expect((await show('slow:1')).state).toBe('sent');
  });

  test('O32 a mail that waits for its next attempt is sent now', async () => {
    desk.server.refuseWith({ responseCode: 451, message: 'not now' });
    await queueSample(site, 'later:1', 'receipt');
    for (let at = 0; at < 4; at++) {
      await send();
      await pass(MAIL_RULES.receipt.retriesMs[at]! - (at === 3 ? 10 * MINUTE_MS : 0));
    }
    desk.server.refuseWith(null);
    expect(await send()).toBe(0);
    expect((await show('later:1')).acts).toEqual(['retry', 'drop']);
    await act(retryMails, [await idOf('later:1')]);
    expect(await send()).toBe(1);
  });

  test.each(MAIL_KINDS)('O32 %s cannot be sent again once it is of no more use', async (kind) => {
    const id = await failed(`old:${kind}`, kind);
    await pass(MAIL_RULES[kind].usefulMs - 1);
    expect((await show(`old:${kind}`)).acts).toEqual(['retry', 'drop']);
    site.advanceMs(1);
    expect(await show(`old:${kind}`)).toMatchObject({ state: 'ended', acts: [] });
    expect(codeOf(await act(retryMails, [id]))).toBe('mailsUnchanged');
  });

  test('O32 the page finds all that match, the oldest first', async () => {
    const ids = [await failed('a:1'), await failed('a:2'), await failed('a:3', 'orderRefunded')];
    await queueSample(site, 'a:4', 'receipt');
    const matching = async (query: Record<string, string>) =>
      (await manager.browser.call(matchingMails, { query })).json();
    expect(await matching({ act: 'retry', state: 'failed' })).toEqual({ mails: ids, hasMore: false });
    expect(await matching({ act: 'drop', kind: 'orderRefunded' })).toEqual({
      mails: [ids[2]],
      hasMore: false,
    });
  });
});

describe('O32 dropping', () => {
  test('O32 deletes the content, says what it was for, and nothing sends it afterwards', async () => {
    const player = await createPlayer(site.deps);
    const id = await failed('drop:1', 'orderRefunded', { accountId: player.accountId });
    await queueSample(site, 'drop:2', 'receipt');
    const other = await idOf('drop:2');
    const { foreseen } = (await act(dropMails, [id, other], { suffix: '/preview' })).json();
    expect(foreseen.mails).toMatchObject([
      { id, kind: 'orderRefunded', login: expect.any(String) },
      { id: other, kind: 'receipt', login: null },
    ]);
    expect((await act(dropMails, [id, other])).json()).toEqual({ changed: 2 });
    for (const cause of ['drop:1', 'drop:2'])
      expect(await mailRow(site, cause)).toMatchObject({
        content_encrypted: null,
        dropped_at: site.deps.now(),
      });
    expect(await send()).toBe(0);
    expect(codeOf(await act(retryMails, [id]))).toBe('mailsUnchanged');
    expect(codeOf(await act(dropMails, [id]))).toBe('mailsUnchanged');
    const line = (await audited()).find((one) => one.includes('mailsDropped'));
    expect(line).toMatch(/orderRefunded.*receipt|receipt.*orderRefunded/);
    expect(line).not.toMatch(/example\.org/);
  });

  test('O32 refuses more mails than one act may change', async () => {
    const ids = Array.from({ length: 501 }, (_, at) => at + 1);
    expect((await act(dropMails, ids)).statusCode).toBe(400);
    expect((await act(dropMails, [])).statusCode).toBe(400);
  });
});
