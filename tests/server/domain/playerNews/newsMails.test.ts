import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  DEFAULT_MAIL_CHOICES,
  DIGEST_HOUR_UTC,
  MAIL_AFTER_MINUTES,
  MAILED_KINDS,
  type MailChoice,
  type MailedKind,
} from '#/contract/kernel/playerNews.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { addNews } from '#/server/domain/playerNews/addNews.ts';
import { JOBS } from '#/server/jobs/jobs.ts';
import { mailNews } from '#/server/jobs/mailNews.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { runDueJobs } from '../../../support/app/dueJobs.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { blockAccount } from '../../../support/players/blocks.ts';
import { newsPage, tellOfFriends } from '../../../support/players/news.ts';
import { keepSessions } from '../../../support/players/referrals.ts';
import { auditOf, createMember, type Member } from '../../../support/players/settings.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const choose = async ({ headers }: Member, kind: MailedKind, choice: MailChoice) =>
  (await app.post('/api/v1/user/mail-choices', { kind, choice }, headers)).json();

/** A player who wants a mail of each friend at once. */
async function eager(options: { isVerified?: boolean } = {}): Promise<Member> {
  const member = await createMember(app, options);
  await choose(member, 'friend', 'now');
  return member;
}
const mailsTo = async ({ email }: Member) =>
  (await queuedMails(app, email)).filter(({ kind }) => kind === 'playerNews');
/** How many entries each mail of news tells. */
const counts = async (member: Member) =>
  (await mailsTo(member)).map(({ variables }) => ('count' in variables ? variables.count : 0));
const readAll = async (member: Member) => {
  const [newest] = (await newsPage(app, member)).news;
  await app.post('/api/v1/user/news/read', { up_to: newest!.id }, member.headers);
};
const pass = async (ms: number) => {
  app.advanceMs(ms);
  await keepSessions(app);
  await mailNews(app.deps);
};

describe('C16 when news is mailed', () => {
  test('the database and the contract agree on what holds without a choice', async () => {
    const { accountId } = await createMember(app);
    const at = new Date('2026-03-01T09:30:00Z');
    const dueOf = async (kind: string) => {
      const { rows } = await app.pool.query<{ due: Date | null }>('SELECT news_mail_at($1, $2, $3) AS due', [
        accountId,
        kind,
        at,
      ]);
      return rows[0]!.due;
    };
    const expected = {
      now: new Date(at.getTime() + MAIL_AFTER_MINUTES * MINUTE_MS),
      daily: new Date(`2026-03-01T${DIGEST_HOUR_UTC}:00:00Z`),
      off: null,
    };
    for (const kind of MAILED_KINDS) expect(await dueOf(kind)).toEqual(expected[DEFAULT_MAIL_CHOICES[kind]]);
    expect(await dueOf('refund')).toBeNull();
  });

  test.each([
    ['2026-03-01T15:59:59.999Z', '2026-03-01T16:00:00.000Z'],
    ['2026-03-01T16:00:00.000Z', '2026-03-02T16:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2027-01-01T16:00:00.000Z'],
  ])('what happens at %s is in the daily mail of %s', async (at, due) => {
    const { rows } = await app.pool
      .query<{ due: Date }>(
        `SET TIME ZONE 'Pacific/Auckland'; SELECT news_mail_at(0, 'goods', '${at}') AS due`,
      )
      .then((results) => (results as unknown as { rows: { due: Date }[] }[])[1]!);
    expect(rows[0]!.due.toISOString()).toBe(due);
  });

  test('at once: after five minutes, unless it was read on the site', async () => {
    const [away, here] = [await eager(), await eager()];
    for (const { accountId } of [away, here]) await tellOfFriends(app, accountId, 2);
    await pass(MAIL_AFTER_MINUTES * MINUTE_MS - 1);
    expect(await counts(away)).toEqual([]);
    await readAll(here);
    await pass(1);
    await pass(MINUTE_MS);
    expect(await counts(away)).toEqual([2]);
    expect(await counts(here)).toEqual([]);
  });

  test('daily: one mail in the evening, and nothing of what was read before', async () => {
    const [reader, other] = [await createMember(app), await createMember(app)];
    const start = app.deps.now();
    const evening = new Date(start);
    evening.setUTCHours(DIGEST_HOUR_UTC, 0, 0, 0);
    if (evening <= start) evening.setTime(evening.getTime() + DAY_MS);
    await tellOfFriends(app, reader.accountId, 2);
    await tellOfFriends(app, other.accountId);
    await pass(MINUTE_MS);
    await tellOfFriends(app, reader.accountId, 1);
    await pass(evening.getTime() - app.deps.now().getTime() - 1);
    await readAll(other);
    expect(await counts(reader)).toEqual([]);
    await pass(1);
    expect(await counts(reader)).toEqual([3]);
    expect(await counts(other)).toEqual([]);
    await pass(DAY_MS);
    expect(await counts(reader)).toEqual([3]);
  });

  test('off: never, also for what was told before the choice', async () => {
    const member = await eager();
    await tellOfFriends(app, member.accountId);
    expect(await choose(member, 'friend', 'off')).toEqual({
      choices: expect.arrayContaining([{ kind: 'friend', choice: 'off' }]),
    });
    await tellOfFriends(app, member.accountId);
    await pass(2 * DAY_MS - 1);
    expect(await counts(member)).toEqual([]);
    expect((await newsPage(app, member)).news).toHaveLength(2);
  });

  test('a choice that is made while news is written holds as well', async () => {
    const member = await eager();
    await tellOfFriends(app, member.accountId);
    await app.pool.query(`UPDATE mail_choices SET choice = 'off' WHERE account_id = $1`, [member.accountId]);
    await pass(HOUR_MS);
    expect(await counts(member)).toEqual([]);
  });

  test('once, of several processes that try at the same time, after a job that was interrupted, too', async () => {
    const member = await eager();
    const sibling = await createSibling(app);
    const there = { ...sibling.deps, now: app.deps.now };
    await tellOfFriends(app, member.accountId);
    app.advanceMs(HOUR_MS);
    await Promise.all([app.deps, there, app.deps, there].map(mailNews));
    await mailNews(there);
    expect(await counts(member)).toEqual([1]);
    await sibling.close();
  });

  test('a server with a wrong clock mails nothing', async () => {
    const member = await eager();
    await tellOfFriends(app, member.accountId);
    const job = JOBS.filter(({ name }) => name === 'mailNews');
    const ahead = () => new Date(app.deps.now().getTime() + HOUR_MS);
    await runDueJobs({ ...app.deps, now: ahead, databaseTime: async () => app.deps.now() }, job);
    expect(await counts(member)).toEqual([]);
    app.advanceMs(HOUR_MS);
    await runDueJobs(app.deps, job);
    expect(await counts(member)).toEqual([1]);
  });

  test('not more than one an hour: what comes meanwhile is in the next one', async () => {
    const member = await eager();
    await tellOfFriends(app, member.accountId);
    await pass(10 * MINUTE_MS);
    for (let more = 0; more < 4; more++) {
      await tellOfFriends(app, member.accountId);
      await pass(10 * MINUTE_MS);
    }
    expect(await counts(member)).toEqual([1]);
    await pass(20 * MINUTE_MS);
    expect(await counts(member)).toEqual([1, 4]);
  });

  test('not two days later', async () => {
    const member = await eager();
    await tellOfFriends(app, member.accountId);
    await pass(2 * DAY_MS);
    expect(await counts(member)).toEqual([]);
  });

  test.each<[string, (member: Member) => Promise<unknown>]>([
    ['a player with an unconfirmed address', ({ accountId }) => setVerified(accountId, false)],
    ['a player who may not sign in', ({ accountId }) => blockAccount(app, accountId, 'sign-in')],
    [
      'a closed account',
      ({ accountId, headers }) =>
        app.inject({
          method: 'DELETE',
          url: '/api/v1/user',
          payload: { password: 'Kopiyka-49-tram' },
          headers: { ...headers, 'x-test': String(accountId) },
        }),
    ],
  ])('never to %s', async (_, change) => {
    const member = await eager();
    await tellOfFriends(app, member.accountId);
    await change(member);
    await pass(HOUR_MS);
    expect(await counts(member)).toEqual([]);
  });
});

const setVerified = (accountId: number, isVerified: boolean) =>
  app.pool.query('UPDATE accounts SET is_verified = $2 WHERE id = $1', [accountId, isVerified]);

describe('C16 the mail', () => {
  test('names ten entries, the newest first, in the language of the player, and has the head of RFC 8058', async () => {
    const member = await eager();
    await app.pool.query(`UPDATE accounts SET locale = 'uk' WHERE id = $1`, [member.accountId]);
    await tellOfFriends(app, member.accountId, 12);
    await pass(HOUR_MS);
    const before = app.mails.length;
    await sendDueMails(app.deps);
    const mail = app.mails.slice(before).find(({ to }) => to === member.email)!;
    expect(mail.subject).toBe('Поки тебе не було: 12 новин — ONE RP');
    expect(mail.text.match(/Друга зараховано/g)).toHaveLength(10);
    expect(mail.text).toContain('Решта — у кабінеті.');
    expect(mail.text).toMatch(/\/uk\/email-verification\?token=stop\./);
    expect(mail.html).toMatch(/Не надсилати листів про новини/);
    expect(mail.stopUrl).toMatch(/^https?:\/\/[^/]+\/unsubscribe\?token=stop\.[\w.-]+&locale=uk$/);
  });

  test('shows no markup and no line break of what it names', async () => {
    const member = await eager();
    await choose(member, 'promotion', 'now');
    const evil = '<img src=x onerror=alert(1)>\r\nBcc: all@example.org';
    await withTx(app.pool, (tx) =>
      addNews(tx, app.deps, member.accountId, {
        kind: 'promotion',
        cause: 'promotion:evil',
        subject: {
          titles: { ru: evil, uk: evil, en: evil },
          code: 'NIGHT10',
          endsAt: app.deps.now().toISOString(),
        },
      }),
    );
    await pass(HOUR_MS);
    const before = app.mails.length;
    await sendDueMails(app.deps);
    const mail = app.mails.slice(before).find(({ to }) => to === member.email)!;
    expect(mail.html).not.toContain('<img');
    expect(mail.html + mail.text).not.toMatch(/\nBcc:/);
  });

  test('a choice leaves its proof in the audit log, and none if it changes nothing', async () => {
    const member = await createMember(app);
    await choose(member, 'goods', 'off');
    await choose(member, 'goods', 'off');
    await choose(member, 'waits', 'now');
    expect((await auditOf(app, member.accountId)).filter((event) => event === 'mailChosen')).toHaveLength(1);
    for (const body of [
      { kind: 'refund', choice: 'off' },
      { kind: 'goods', choice: 'sometimes' },
      { kind: 'goods' },
    ])
      expect((await app.post('/api/v1/user/mail-choices', body, member.headers)).statusCode).toBe(400);
  });
});
