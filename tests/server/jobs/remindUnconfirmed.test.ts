import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remindUnconfirmed } from '#/server/jobs/remindUnconfirmed.ts';
import { queuedMails } from '../../support/app/queuedMails.ts';
import { createMember, type Member } from '../../support/players/settings.ts';
import { createSibling, createTestApp, type TestApp } from '../../support/app/testApp.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const unconfirmed = () => createMember(app, { isVerified: false });
const verify = (token: string) => app.post('/api/v1/auth/email/verify', { token, confirmed: true });

const mailsOf = async ({ email }: Member) =>
  (await queuedMails(app, email)).flatMap(({ kind, variables }) =>
    kind === 'unconfirmed' && 'daysLeft' in variables ? [variables] : [],
  );

describe('C2 reminders', () => {
  test('come on day 7 and day 13, once each, with a link that works', async () => {
    const player = await unconfirmed();
    const run = async (afterMs: number) => {
      app.advanceMs(afterMs);
      await remindUnconfirmed(app.deps);
      return (await mailsOf(player)).map(({ daysLeft }) => daysLeft);
    };
    expect(await run(7 * DAY_MS - 1)).toEqual([]);
    expect(await run(1)).toEqual([7]);
    expect(await run(60 * MINUTE_MS)).toEqual([7]);
    expect(await run(6 * DAY_MS - 60 * MINUTE_MS - 1)).toEqual([7]);
    expect(await run(1)).toEqual([7, 1]);
    expect(await run(60 * MINUTE_MS)).toEqual([7, 1]);
    const [first, second] = await mailsOf(player);
    expect((await verify(first?.token ?? '')).statusCode).toBe(422);
    expect((await verify(second?.token ?? '')).statusCode).toBe(200);
  });

  test('tell the days that are really left when the site was down', async () => {
    const player = await unconfirmed();
    app.advanceMs(10 * DAY_MS + MINUTE_MS);
    await remindUnconfirmed(app.deps);
    expect((await mailsOf(player)).map(({ daysLeft }) => daysLeft)).toEqual([4]);
  });

  test('that fail for an account come to all others, also to those of the other day', async () => {
    const older = await unconfirmed();
    app.advanceMs(6 * DAY_MS);
    const faulty = await unconfirmed();
    app.advanceMs(7 * DAY_MS);
    await app.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'a faulty row'; END $$`);
    await app.pool.query(`CREATE TRIGGER refuse BEFORE INSERT ON mail_queue
      FOR EACH ROW WHEN (NEW.cause = 'unconfirmed:${faulty.accountId}:7') EXECUTE FUNCTION refuse()`);
    await expect(remindUnconfirmed(app.deps)).rejects.toThrow('1 accounts were left out');
    expect((await mailsOf(older)).map(({ daysLeft }) => daysLeft)).toEqual([1]);
    await app.pool.query('DROP TRIGGER refuse ON mail_queue');
    await remindUnconfirmed(app.deps);
    expect((await mailsOf(faulty)).map(({ daysLeft }) => daysLeft)).toEqual([7]);
  });

  test('of servers that try at the same time come once, and the mailed link works', async () => {
    const sibling = await createSibling(app);
    const player = await unconfirmed();
    app.advanceMs(7 * DAY_MS);
    const there = { ...sibling.deps, now: app.deps.now };
    await Promise.all([app.deps, there, app.deps, there].map(remindUnconfirmed));
    const mails = await mailsOf(player);
    expect(mails).toHaveLength(1);
    expect((await verify(mails[0]?.token ?? '')).statusCode).toBe(200);
    await sibling.close();
  });
});
