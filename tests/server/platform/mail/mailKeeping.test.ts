import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAIL_KINDS, type MailKind } from '#/contract/mail.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { closeAccount } from '#/server/domain/accounts/closeAccount.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { SAMPLES } from '#/server/platform/mail/mailSamples.ts';
import { cleanUp } from '#/server/jobs/cleanUp.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { MAIL_RULES } from '#/server/platform/mail/mailRules.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { type MailDesk, mailRow, queueSample, startMailDesk } from '../../../support/services/mailDesk.ts';
import type { MailServer } from '../../../support/services/mailServer.ts';

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let desk: MailDesk;
let server: MailServer;
let overSmtp: Deps;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  desk = await startMailDesk(app);
  ({ server, overSmtp } = desk);
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  await desk.close();
});
afterAll(() => app.close());

const queue = (cause: string, kind?: MailKind, to?: string) =>
  queueSample(app, cause, kind, { ...(to && { to }) });
const rowOf = (cause: string) => mailRow(app, cause);

describe('O31 a mail', () => {
  test('O31 is tried again for three days, then given up with its content', async () => {
    server.refuseWith({ responseCode: 451, message: 'not now, <marlo@example.org>' });
    await queue('refused');
    const begunMs = app.deps.now().getTime();
    for (const [at, waitMs] of MAIL_RULES.passwordChanged.retriesMs.entries()) {
      expect(await sendDueMails(overSmtp)).toBe(0);
      const row = await rowOf('refused');
      expect([row.attempts, row.failed_at]).toEqual([at + 1, null]);
      expect(row.run_at.getTime() - app.deps.now().getTime()).toBe(waitMs);
      // no table says who it was for
      expect(row.last_error).toMatch(/451/);
      expect(row.last_error).not.toContain('marlo@');
      app.advanceMs(waitMs - 1);
      await sendDueMails(overSmtp);
      expect((await rowOf('refused')).attempts).toBe(at + 1);
      app.advanceMs(1);
    }
    expect(app.deps.now().getTime() - begunMs).toBeGreaterThanOrEqual(3 * DAY_MS);
    await sendDueMails(overSmtp);
    const givenUp = await rowOf('refused');
    expect(givenUp.failed_at).toEqual(app.deps.now());
    expect(givenUp.content_encrypted).not.toBeNull();
    server.refuseWith(null);
    app.advanceMs(DAY_MS);
    expect(await sendDueMails(overSmtp)).toBe(0);
    expect(server.mails).toHaveLength(0);
  });

  test.each(MAIL_KINDS)('O31 %s is not sent any more when it is of no more use', async (kind) => {
    server.refuseWith({ responseCode: 451, message: 'not now' });
    const { usefulMs } = MAIL_RULES[kind];
    await queue('intime', kind);
    app.advanceMs(usefulMs - 1);
    await queue('late', kind, 'other@example.org');
    server.refuseWith(null);
    expect(await sendDueMails(overSmtp)).toBe(2);
    server.refuseWith({ responseCode: 451, message: 'not now' });
    await queue('toolate', kind, 'third@example.org');
    await sendDueMails(overSmtp);
    server.refuseWith(null);
    app.advanceMs(usefulMs);
    expect(await sendDueMails(overSmtp)).toBe(0);
    expect(await rowOf('toolate')).toMatchObject({ failed_at: app.deps.now(), content_encrypted: null });
  });

  test('O31 the clean-up deletes the content of each kind when it is of no more use', async () => {
    for (const [at, kind] of MAIL_KINDS.entries()) {
      await queue(`${kind}:waits`, kind, `a${at}@example.org`);
      await queue(`${kind}:failed`, kind, `b${at}@example.org`);
    }
    await app.pool.query(`UPDATE mail_queue SET failed_at = created_at WHERE cause LIKE '%:failed'`);
    const stored = async () =>
      (
        await app.pool.query<{ kind: MailKind }>(
          'SELECT DISTINCT kind FROM mail_queue WHERE content_encrypted IS NOT NULL',
        )
      ).rows.map(({ kind }) => kind);
    const begunMs = app.deps.now().getTime();
    for (const usefulMs of new Set(
      MAIL_KINDS.map((kind) => MAIL_RULES[kind].usefulMs).toSorted((a, b) => a - b),
    )) {
      const expected = MAIL_KINDS.filter((kind) => MAIL_RULES[kind].usefulMs >= usefulMs);
      app.advanceMs(begunMs + usefulMs - 1 - app.deps.now().getTime());
      await cleanUp(app.deps);
      expect((await stored()).toSorted()).toEqual(expected.toSorted());
      app.advanceMs(1);
      await cleanUp(app.deps);
      expect((await stored()).toSorted()).toEqual(
        expected.filter((kind) => MAIL_RULES[kind].usefulMs > usefulMs).toSorted(),
      );
    }
  });

  test('O31 the clean-up leaves a mail that a server is sending', async () => {
    await queue('sending', 'resetCode');
    app.advanceMs(HOUR_MS - 1);
    let taken = 0;
    server.onTaken(async () => {
      taken++;
      app.advanceMs(1);
      await cleanUp(app.deps);
    });
    expect(await sendDueMails(overSmtp)).toBe(1);
    expect([taken, (await rowOf('sending')).sent_at, (await rowOf('sending')).failed_at]).toEqual([
      1,
      app.deps.now(),
      null,
    ]);
  });

  test('O31 is not sent when its link was used or replaced', async () => {
    const { accountId } = await createPlayer(app.deps);
    const mails = ['used', 'replaced', 'good'].map((name, at) => ({
      name,
      token: `token-${name}`,
      to: `${at}@example.org`,
    }));
    for (const { name, token, to } of mails)
      await withTx(app.pool, async (tx) => {
        await tx.execute(sql`INSERT INTO email_tokens (account_id, purpose, email, token_hash, created_at, expires_at, used_at)
          VALUES (${accountId}, 'verify', ${to}, sha256(convert_to(${token}, 'UTF8')), ${app.deps.now()},
            ${new Date(app.deps.now().getTime() + (name === 'replaced' ? 0 : HOUR_MS))}, ${name === 'used' ? app.deps.now() : null})`);
        const mail = { kind: 'confirmEmail', to, isConfirmed: false, locale: 'en' } as const;
        await queueMail(tx, app.deps, accountId, name, { ...mail, variables: { login: 'marlo', token } });
      });
    expect(await sendDueMails(overSmtp)).toBe(1);
    expect((await rowOf('good')).sent_at).toEqual(app.deps.now());
    for (const name of ['used', 'replaced'])
      expect(await rowOf(name)).toMatchObject({ sent_at: null, content_encrypted: null });
  });

  test('O31 is deleted with its account', async () => {
    const { accountId } = await createPlayer(app.deps);
    await withTx(app.pool, async (tx) => {
      const mail = { kind: 'receipt', to: 'marlo@example.org', isConfirmed: true, locale: 'en' } as const;
      await queueMail(tx, app.deps, accountId, 'receipt:1', { ...mail, variables: SAMPLES.receipt });
    });
    await app.pool.query('UPDATE mail_queue SET failed_at = created_at');
    await withTx(app.pool, async (tx) => {
      const account = await lockAccount(tx, eq(accounts.id, accountId));
      await closeAccount(tx, app.deps, account!, 'player');
    });
    expect((await app.pool.query('SELECT FROM mail_queue')).rowCount).toBe(0);
  });

  test('O31 that was sent again meanwhile is not ended by the server that was slow', async () => {
    await queue('slow');
    const { attempts } = await rowOf('slow');
    expect(attempts).toBe(0);
    const hangs: Deps['mail'] = {
      sender: { code: 'nobody', place: '' },
      send: async () => {
        // the lease ends, another server takes the mail and fails; this server answers later
        app.advanceMs(30 * SECOND_MS);
        server.refuseWith({ responseCode: 451, message: 'the second server' });
        await sendDueMails(overSmtp);
        throw new Error('the first server');
      },
    };
    expect(await sendDueMails({ ...app.deps, mail: hangs })).toBe(0);
    expect(await rowOf('slow')).toMatchObject({ attempts: 2, last_error: expect.stringMatching('second') });
  });

  test('O31 of a link to a character is sent late without the button that does not work any more', async () => {
    await queue('linked', 'gameLinked');
    app.advanceMs(DAY_MS - 1);
    await queue('fresh', 'gameLinked', 'other@example.org');
    expect(await sendDueMails(overSmtp)).toBe(2);
    expect(server.mails.every(({ text = '' }) => text.includes('/email-verification?token='))).toBe(true);
    await queue('late', 'gameLinked');
    app.advanceMs(DAY_MS);
    server.mails.length = 0;
    expect(await sendDueMails(overSmtp)).toBe(1);
    expect(server.mails[0]!.text!.match(/\?token=/g)).toHaveLength(1);
  });

  test('O31 of a link to a character is not ended by the age of that link, only by its use or a newer one', async () => {
    const { accountId } = await createPlayer(app.deps);
    const linkedAt = app.deps.now();
    const lives = { aged: DAY_MS, replaced: HOUR_MS, used: DAY_MS };
    for (const [at, [token, lifeMs]] of Object.entries(lives).entries())
      await withTx(app.pool, async (tx) => {
        await tx.execute(sql`INSERT INTO email_tokens (account_id, purpose, email, token_hash, created_at, expires_at, used_at)
          VALUES (${accountId}, 'gameLink', 'marlo@example.org', sha256(convert_to(${token}, 'UTF8')), ${linkedAt},
            ${new Date(linkedAt.getTime() + lifeMs)}, ${token === 'used' ? linkedAt : null})`);
        const mail = {
          kind: 'gameLinked',
          to: `${at}@example.org`,
          isConfirmed: true,
          locale: 'en',
        } as const;
        const variables = { ...SAMPLES.gameLinked, token, notMe: 'secures' };
        await queueMail(tx, app.deps, accountId, token, { ...mail, variables });
      });
    app.advanceMs(DAY_MS);
    expect(await sendDueMails(overSmtp)).toBe(1);
    expect((await rowOf('aged')).sent_at).toEqual(app.deps.now());
    expect(server.mails.at(-1)!.text!.match(/\?token=.*/g)).toEqual(['?token=secures']);
  });
});
