import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAIL_KINDS } from '#/contract/mail.ts';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { type MailDesk, mailRow, queueSample, startMailDesk } from '../../../../support/services/mailDesk.ts';

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
afterEach(() => desk.close());
afterAll(() => site.close());

const { dropMails, mailPersonal, sendTestMail, mailTemplate } = mailCalls;

async function queued(cause: string): Promise<number> {
  await queueSample(site, cause, 'receipt');
  return Number((await mailRow(site, cause)).id);
}
const audited = async () =>
  (
    await site.pool.query<{ line: string }>(
      'SELECT a::text AS line FROM audit a WHERE operator_id = $1 ORDER BY id',
      [manager.id],
    )
  ).rows.map(({ line }) => line);

describe('O32 the address of a mail', () => {
  test('O6 O32 is shown in full only by a look, which is audited', async () => {
    const id = await queued('look:1');
    const look = async (who: TestOperator) => who.browser.call(mailPersonal, { params: { id: String(id) } });
    expect((await look(manager)).json()).toEqual({ to: 'marlo@example.org' });
    expect((await audited()).filter((line) => line.includes('personalSeen'))).toHaveLength(1);
    expect(codeOf(await look(await createOperator(site, 'viewer')))).toBe('operatorForbidden');
    await manager.browser.call(dropMails, { body: { mails: [id], reason: 'made for a test' } });
    expect((await look(manager)).json()).toEqual({ to: null });
  });
});

describe('O32 a test mail', () => {
  test('O32 goes to the own address only, five in an hour', async () => {
    const body = { locale: 'en' };
    for (let at = 0; at < 5; at++)
      expect((await manager.browser.call(sendTestMail, { body })).statusCode).toBe(200);
    const refused = await manager.browser.call(sendTestMail, { body });
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(
      (await manager.browser.call(sendTestMail, { body: { ...body, to: 'a@example.org' } })).statusCode,
    ).toBe(400);
    await sendDueMails(desk.overSmtp);
    expect(new Set(desk.server.mails.flatMap(({ envelope }) => envelope.to))).toEqual(
      new Set([manager.email]),
    );
    expect((await audited()).filter((line) => line.includes('testMailSent'))).toHaveLength(5);
  });
});

describe('O32 templates', () => {
  test.each(MAIL_KINDS)('O32 %s is shown in every language, and runs and loads nothing', async (kind) => {
    for (const locale of ['ru', 'uk', 'en']) {
      const answer = await manager.browser.call(mailTemplate, { params: { id: `${locale}-${kind}` } });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain(`<html lang="${locale}">`);
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toMatch(/default-src 'none'/);
      expect(policy).toMatch(/frame-ancestors 'self'/);
      expect(policy).toMatch(/sandbox/);
      expect(policy).not.toMatch(/allow-scripts|allow-same-origin/);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('O32 an unknown one is not found', async () => {
    for (const id of ['en-nothing', 'xx-receipt', 'en-constructor'])
      expect((await manager.browser.call(mailTemplate, { params: { id } })).statusCode).toBe(404);
  });
});
