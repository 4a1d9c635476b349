import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MAILED_KINDS } from '#/contract/kernel/playerNews.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { STOP_LINK_DAYS, stopMailsToken } from '#/server/domain/playerNews/stopMails.ts';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { keepCodeKeys } from '#/server/platform/kernel/codes.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { SAMPLES } from '#/server/platform/mail/mailSamples.ts';
import {
  createSibling,
  createTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../../support/app/testApp.ts';
import { mailRow, queueSample, startMailDesk } from '../../../support/services/mailDesk.ts';
import { keepSessions } from '../../../support/players/referrals.ts';
import { auditOf, createMember, type Member } from '../../../support/players/settings.ts';

const DAY_MS = 24 * 60 * 60_000;
const FORM = 'List-Unsubscribe=One-Click';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const tokenOf = ({ accountId: id, email }: Member) => stopMailsToken(app.deps, { id, email });
/** What a mail program does when its reader presses "unsubscribe". */
const oneClick = (token: string, site = app, type = 'application/x-www-form-urlencoded', payload = FORM) =>
  site.inject({
    method: 'POST',
    url: `/unsubscribe?token=${encodeURIComponent(token)}&locale=en`,
    headers: { 'content-type': type },
    payload,
  });
const choicesOf = async ({ headers }: Member): Promise<string[]> =>
  (await app.get('/api/v1/user/mail-choices', headers))
    .json<{ choices: { choice: string }[] }>()
    .choices.map(({ choice }) => choice);
const ALL_OFF = MAILED_KINDS.map(() => 'off');

describe('C17 the unsubscribe link', () => {
  test('stops all news mails by one call without a session, twice without harm, by any form', async () => {
    const member = await createMember(app);
    const token = tokenOf(member);
    const both = await Promise.all([oneClick(token), oneClick(token)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(both[0].json()).toEqual({ stopped: true });
    expect(both[0].headers['set-cookie']).toBeUndefined();
    expect(await choicesOf(member)).toEqual(ALL_OFF);
    const proofs = (await auditOf(app, member.accountId)).filter((event) => event === 'mailChosen');
    expect(proofs).toHaveLength(MAILED_KINDS.length - 1);
    const multipart =
      '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--';
    expect((await oneClick(token, app, 'multipart/form-data; boundary=b', multipart)).statusCode).toBe(200);
    expect((await oneClick(token, app, 'text/plain', '')).statusCode).toBe(200);
  });

  test('also stops a mail that waits, if it tells nothing else', async () => {
    const { server, overSmtp, close } = await startMailDesk(app);
    const [stopped, choosy] = [await createMember(app), await createMember(app)];
    const told = SAMPLES.playerNews.news.filter(({ kind }) => kind === 'friend' || kind === 'reward');
    for (const { accountId, email } of [stopped, choosy])
      await withTx(app.pool, (tx) =>
        queueMail(tx, app.deps, accountId, `waits:${accountId}`, {
          kind: 'playerNews',
          to: email,
          isConfirmed: true,
          locale: 'en',
          variables: { ...SAMPLES.playerNews, news: told },
        }),
      );
    expect((await oneClick(tokenOf(stopped))).statusCode).toBe(200);
    await app.post('/api/v1/user/mail-choices', { kind: 'friend', choice: 'off' }, choosy.headers);
    await sendDueMails(overSmtp);
    const news = server.mails.filter(({ subject = '' }) => subject.startsWith('While you were away'));
    expect(news.map(({ to }) => to?.[0]?.address)).toEqual([choosy.email]);
    expect(await mailRow(app, `waits:${stopped.accountId}`)).toMatchObject({
      content_encrypted: null,
      last_error: expect.stringContaining('stopped'),
    });
    await close();
  });

  test('opened in a browser it leads to the page with the button and changes nothing', async () => {
    const member = await createMember(app);
    const before = await choicesOf(member);
    const token = tokenOf(member);
    const reply = await app.get(`/unsubscribe?token=${token}&locale=uk`);
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe(`/uk/email-verification?token=${token}`);
    expect(reply.headers['cache-control']).toBe('no-store');
    for (const query of [
      '',
      '?token=',
      `?token=${'x'.repeat(300)}`,
      '?locale=xx&token=1',
      '?token=a&token=b',
    ])
      expect((await app.get(`/unsubscribe${query}`)).statusCode).toBe(400);
    expect(await choicesOf(member)).toEqual(before);
  });

  test('on its page it asks first, with the masked address, and then acts', async () => {
    const member = await createMember(app);
    const token = tokenOf(member);
    const send = (body: object) => app.post('/api/v1/auth/email/verify', body);
    const asked = await send({ token });
    expect(asked.json().code).toBe('confirmationNeeded');
    expect(asked.json().link).toEqual({
      does: 'stopMails',
      login: member.login,
      email: expect.stringContaining('•'),
    });
    expect(await choicesOf(member)).not.toEqual(ALL_OFF);
    expect((await send({ token, confirmed: true })).json()).toEqual({ verified: 'mailsStopped' });
    expect(await choicesOf(member)).toEqual(ALL_OFF);
  });

  test('of another account, address, day or purpose is refused with a sentence, and locks nothing', async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    const token = tokenOf(member);
    const [, , day, mac] = token.split('.');
    const forged = [
      `stop.${other.accountId}.${day}.${mac}`,
      `stop.${member.accountId}.${Number(day) + 1}.${mac}`,
      `stop.${member.accountId}.${day}.${'A'.repeat(43)}`,
      `stop.${member.accountId}.${day}.${mac}x`,
      `stop.999999999999999.${day}.${mac}`,
      stopMailsToken(app.deps, { id: member.accountId, email: other.email }),
      'stop.1',
      'stop....',
      `stop.${member.accountId}.${day}.${mac}.stop`,
      'not-a-token',
      '\u0000',
    ];
    // a stranger with the number of an account must not be able to hold its row
    const client = await app.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [member.accountId]);
    try {
      for (const one of forged) {
        const reply = await oneClick(one);
        expect([400, 422], one).toContain(reply.statusCode);
        expect(reply.json().message).toMatch(/\w/);
      }
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    for (const one of [member, other]) expect(await choicesOf(one)).not.toEqual(ALL_OFF);
  });

  test('needs a token, takes no second one and no more than a short body', async () => {
    const token = tokenOf(await createMember(app));
    const post = (url: string, payload = FORM) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
    for (const query of ['', '?token=', `?token=${token}&token=${token}`, `?token=${token}&account=1`])
      expect((await post(`/unsubscribe${query}`)).statusCode).toBe(400);
    expect((await post(`/unsubscribe?token=${token}`, 'x'.repeat(2000))).statusCode).toBe(413);
    const foreign = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    const reply = await app.inject({
      method: 'POST',
      url: `/unsubscribe?token=${token}`,
      headers: foreign,
      payload: FORM,
    });
    expect(reply.statusCode).toBe(403);
  });

  test('is worthless after a change of the address, and for a closed account', async () => {
    const [moved, closed] = [await createMember(app), await createMember(app)];
    const tokens = [tokenOf(moved), tokenOf(closed)];
    await app.pool.query(`UPDATE accounts SET email = 'new-' || email WHERE id = $1`, [moved.accountId]);
    await app.inject({
      method: 'DELETE',
      url: '/api/v1/user',
      payload: { password: 'Kopiyka-49-tram' },
      headers: closed.headers,
    });
    for (const token of tokens) expect((await oneClick(token)).statusCode).toBe(422);
    expect(await choicesOf(moved)).not.toEqual(ALL_OFF);
  });

  test('after a recovery it still stops mails, and neither opens nor changes anything else', async () => {
    const member = await createMember(app);
    const token = tokenOf(member);
    await app.pool.query(`UPDATE accounts SET password_hash = 'another' WHERE id = $1`, [member.accountId]);
    const rowOf = async () =>
      (await app.pool.query('SELECT * FROM accounts WHERE id = $1', [member.accountId])).rows[0];
    const before = await rowOf();
    expect((await oneClick(token)).statusCode).toBe(200);
    expect(await rowOf()).toEqual(before);
    const reply = await app.get('/api/v1/user', { authorization: `Bearer ${token}` });
    expect(reply.statusCode).toBe(401);
  });

  test('of an old mail has ended by the time of the site, and one of yesterday works again after new choices', async () => {
    const member = await createMember(app);
    const token = tokenOf(member);
    expect((await oneClick(token)).statusCode).toBe(200);
    await app.post('/api/v1/user/mail-choices', { kind: 'goods', choice: 'now' }, member.headers);
    app.advanceMs(STOP_LINK_DAYS * DAY_MS);
    expect((await oneClick(token)).statusCode).toBe(200);
    app.advanceMs(DAY_MS);
    expect((await oneClick(token)).statusCode).toBe(422);
    await keepSessions(app);
    expect(await choicesOf(member)).toEqual(ALL_OFF);
  });

  test('works on every process, and after the secret was replaced', async () => {
    const member = await createMember(app);
    const token = tokenOf(member);
    const secretKey = onlyKey(createHash('sha256').update('the next secret of the site').digest());
    const { now } = app.deps;
    for (const options of [{ now }, { now, secretKey }] as TestAppOptions[]) {
      const sibling = await createSibling(app, options);
      if (options.secretKey) await keepCodeKeys(app.deps.db, secretKey, app.deps.secretKey.current);
      expect((await oneClick(token, sibling)).statusCode).toBe(200);
      await sibling.close();
    }
  });

  test('stands in the head of the mail that a real mail server gets, and in no other mail', async () => {
    const { server, overSmtp, close } = await startMailDesk(app);
    await queueSample(app, 'news', 'playerNews');
    await queueSample(app, 'receipt', 'receipt');
    await sendDueMails(overSmtp);
    const heads = server.mails.map(({ headers }) =>
      Object.fromEntries(headers.map(({ key, value }: { key: string; value: string }) => [key, value])),
    );
    expect(heads).toHaveLength(2);
    const news = heads.find((head) => 'list-unsubscribe' in head)!;
    expect(news['list-unsubscribe']).toMatch(/^<https?:\/\/[^ <>]+\/unsubscribe\?token=[^ <>]+>$/);
    expect(news['list-unsubscribe-post']).toBe(FORM);
    expect(heads.filter((head) => 'list-unsubscribe-post' in head)).toHaveLength(1);
    await close();
  });
});
