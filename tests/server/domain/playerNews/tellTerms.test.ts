import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { closeAccount } from '#/server/domain/accounts/closeAccount.ts';
import { tellTerms } from '#/server/domain/playerNews/tellTerms.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import type { MailMessage } from '#/server/ports/mail.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { heldOpen } from '../../../support/app/heldOpen.ts';
import { allQueuedMails } from '../../../support/app/queuedMails.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { newsOf, unreadOf } from '../../../support/players/news.ts';
import { queueSample } from '../../../support/services/mailDesk.ts';

const IN_FORCE_ON = '2099-12-24';
const TEXTS = { ru: 'Кейсы', uk: 'Кейси', en: 'Cases' };

let app: TestApp;
let sibling: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
beforeEach(async () => {
  for (const table of ['terms_notices', 'mail_queue', 'player_news'])
    await app.pool.query(`DELETE FROM ${table}`);
  await app.pool.query(`UPDATE accounts SET status = 'closed'`);
});
afterAll(async () => {
  await sibling.close();
  await app.close();
});

/** Announces a change to everybody who has an account now. @returns the id of the notice */
async function announce(): Promise<number> {
  const { rows } = await app.pool.query<{ id: string }>(
    `INSERT INTO terms_notices (in_force_on, texts, announced_at, announced_by, recipients, last_account)
     SELECT $1, $2, $3, 1, 0, max(id) FROM accounts RETURNING id`,
    [IN_FORCE_ON, JSON.stringify(TEXTS), app.deps.now()],
  );
  return Number(rows[0]!.id);
}
const noticeNow = async () =>
  (await app.pool.query('SELECT mailed, sent_at IS NOT NULL AS "isSent" FROM terms_notices')).rows[0];
async function confirmed(changes: object = {}): Promise<Player> {
  const player = await createPlayer(app.deps);
  await app.deps.db
    .update(accounts)
    .set({ isVerified: true, ...changes })
    .where(eq(accounts.id, player.accountId));
  return player;
}
let crowds = 0;
/** Adds active accounts with confirmed addresses. @returns their ids */
async function crowd(count: number): Promise<number[]> {
  const { rows } = await app.pool.query<{ id: string }>(
    `INSERT INTO accounts (server_key, login, email, password_hash, user_promo_code, is_verified)
     SELECT 'everest', $1 || n, $1 || n || '@example.org', 'none', $1 || n, true FROM generate_series(1, $2) n RETURNING id`,
    [`crowd${crowds++}x`, count],
  );
  return rows.map(({ id }) => Number(id));
}
/** Whom the mails and the news were written for, in order, each as often as they got them. */
const told = async () => {
  const idsIn = async (table: string) =>
    (
      await app.pool.query<{ id: string }>(`SELECT account_id AS id FROM ${table} ORDER BY account_id`)
    ).rows.map(({ id }) => Number(id));
  return { mails: await idsIn('mail_queue'), news: await idsIn('player_news') };
};

describe('C19 a change of the terms', () => {
  test.each(LOCALES)('C19 is mailed and told in the cabinet, in %s', async (locale) => {
    const player = await confirmed({ locale });
    const notice = await announce();
    await tellTerms(app.deps);
    const [mail] = await allQueuedMails(app);
    expect(mail).toMatchObject({
      kind: 'termsChanged',
      locale,
      variables: { notice, inForceOn: IN_FORCE_ON, text: TEXTS[locale] },
    });
    expect(await newsOf(app, player)).toEqual([
      { kind: 'terms', isRead: false, text: TEXTS.en, inForceOn: IN_FORCE_ON, isWithdrawn: false },
    ]);
    expect(await unreadOf(app, player)).toBe(1);
  });

  test('C19 is told to blocked players and to those who want no news mails; mailed to confirmed addresses alone', async () => {
    const blocked = await confirmed();
    await app.pool.query(
      `INSERT INTO account_blocks (account_id, scope, source, reason, starts_at)
       VALUES ($1, 'sign-in', 'operator', 'test', $2)`,
      [blocked.accountId, app.deps.now()],
    );
    const quiet = await confirmed();
    await app.pool.query(
      `INSERT INTO mail_choices SELECT $1, kind, 'off', $2 FROM unnest('{goods,promotion}'::text[]) kind`,
      [quiet.accountId, app.deps.now()],
    );
    const unconfirmed = await createPlayer(app.deps);
    await announce();
    const later = await confirmed();
    await tellTerms(app.deps);
    expect(await told()).toEqual({
      mails: [blocked.accountId, quiet.accountId],
      news: [blocked.accountId, quiet.accountId, unconfirmed.accountId],
    });
    expect(await newsOf(app, later)).toEqual([]);
    expect(await noticeNow()).toEqual({ mailed: 2, isSent: true });
  });

  test('C19 is not told to whoever closed their account, before or meanwhile', async () => {
    const [before, meanwhile, stays] = [await confirmed(), await confirmed(), await confirmed()];
    await announce();
    await app.pool.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [before.accountId]);
    let telling: Promise<void> | undefined;
    await heldOpen(app.pool, async (tx) => {
      const account = await lockAccount(tx, eq(accounts.id, meanwhile.accountId));
      await closeAccount(tx, app.deps, account!, 'player');
      return async () => {
        telling = tellTerms(app.deps);
        const isHeld =
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        await expect.poll(async () => (await app.pool.query(isHeld)).rowCount).toBe(1);
      };
    });
    await telling;
    expect(await told()).toMatchObject({ news: [stays.accountId] });
    expect((await allQueuedMails(app)).filter(({ kind }) => kind === 'termsChanged')).toHaveLength(1);
  });

  test('C19 that was withdrawn says so in the news, and its waiting mails are not sent', async () => {
    const player = await confirmed();
    await announce();
    await tellTerms(app.deps);
    await app.pool.query('UPDATE terms_notices SET withdrawn_at = $1', [app.deps.now()]);
    expect(await newsOf(app, player)).toMatchObject([{ kind: 'terms', isWithdrawn: true }]);
    expect(await sendDueMails(app.deps)).toBe(0);
    const { rows } = await app.pool.query('SELECT last_error, content_encrypted FROM mail_queue');
    expect(rows).toEqual([{ last_error: 'its notice was withdrawn', content_encrypted: null }]);
  });
});

describe('O34 the sending', () => {
  test('O34 by two processes tells everybody once', async () => {
    const people = await crowd(250);
    await announce();
    const there = { ...sibling.deps, now: app.deps.now };
    await Promise.all([app.deps, there, app.deps, there].map(tellTerms));
    await tellTerms(app.deps);
    expect(await told()).toEqual({ mails: people, news: people });
    expect(await noticeNow()).toEqual({ mailed: 250, isSent: true });
  });

  test('O34 that breaks off goes on where it was', async () => {
    const people = await crowd(250);
    await announce();
    await app.pool.query(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.account_id = ${people[150]} THEN RAISE 'broken off'; END IF; RETURN NEW; END $$`);
    await app.pool.query(
      'CREATE TRIGGER break_off BEFORE INSERT ON mail_queue FOR EACH ROW EXECUTE FUNCTION break_off()',
    );
    await expect(tellTerms(app.deps)).rejects.toMatchObject({ cause: { message: 'broken off' } });
    const first = people.slice(0, 100);
    expect(await told()).toEqual({ mails: first, news: first });
    expect(await noticeNow()).toEqual({ mailed: 100, isSent: false });
    await app.pool.query('DROP FUNCTION break_off CASCADE');
    await tellTerms(sibling.deps);
    expect(await told()).toEqual({ mails: people, news: people });
  });

  test('O34 ends when the notice is withdrawn', async () => {
    await crowd(3);
    await announce();
    await app.pool.query('UPDATE terms_notices SET withdrawn_at = $1', [app.deps.now()]);
    await tellTerms(app.deps);
    expect(await told()).toEqual({ mails: [], news: [] });
  });

  test('O34 lets 1,000 mails wait, and a code that comes after them is sent at once', async () => {
    await crowd(1150);
    await announce();
    await tellTerms(app.deps);
    expect(await noticeNow()).toEqual({ mailed: 1000, isSent: false });
    app.advanceMs(60_000);
    const code = (cause: string) => queueSample(app, cause, 'resetCode', { to: 'code@example.org' });
    await code('code:before');
    const sentTo: string[] = [];
    const send = async ({ to }: MailMessage) => {
      if (sentTo.push(to) === 1) await code('code:meanwhile');
    };
    expect(await sendDueMails({ ...app.deps, mail: { ...app.deps.mail, send } })).toBe(1002);
    // in the batch that is taken next
    expect(sentTo.slice(0, 5)).toContain('code@example.org');
    expect(sentTo.slice(5, 10)).toContain('code@example.org');
    await tellTerms(app.deps);
    expect(await noticeNow()).toEqual({ mailed: 1150, isSent: true });
  });

  test('O34 the queue finds the next mail by its index', async () => {
    await app.pool.query('ANALYZE mail_queue');
    const { rows } = await app.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN SELECT id FROM mail_queue q
      WHERE sent_at IS NULL AND failed_at IS NULL AND run_at <= now()
      ORDER BY (q.kind = 'termsChanged'), q.run_at, q.id LIMIT 5`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('mail_queue_next');
    expect(plan).not.toContain('Sort');
  });
});
