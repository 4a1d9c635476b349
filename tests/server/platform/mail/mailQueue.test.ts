import { eq, sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAIL_KINDS, type MailKind } from '#/contract/mail.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { closeAccount } from '#/server/domain/accounts/closeAccount.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { cleanUp } from '#/server/jobs/cleanUp.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { loggerOptions } from '#/server/platform/kernel/logging.ts';
import { SAMPLES } from '#/server/demo/mailPreview.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { MAIL_RULES } from '#/server/platform/mail/mailRules.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import type { MailMessage } from '#/server/ports/mail.ts';
import { smtp } from '#/server/adapters/mail/smtp.ts';
import { type MailServer, startMailServer } from '../../../support/services/mailServer.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let server: MailServer;
let overSmtp: Deps;
let closeTransport: () => void;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM mail_queue');
  app.mails.length = 0;
  server = await startMailServer();
  const transport = smtp({
    url: server.url,
    from: 'ONE RP <no-reply@one.example>',
    domain: 'one.example',
    now: app.deps.now,
  });
  closeTransport = () => transport.close?.();
  overSmtp = { ...app.deps, mail: transport };
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  closeTransport();
  await server.close();
});
afterAll(() => app.close());

const queue = (cause: string, kind: MailKind = 'passwordChanged', to = 'marlo@example.org') =>
  withTx(app.pool, (tx) =>
    queueMail(tx, app.deps, null, cause, {
      kind,
      to,
      isConfirmed: true,
      locale: 'uk',
      variables: SAMPLES[kind],
    }),
  );

interface QueueRow {
  cause: string;
  attempts: number;
  sent_at: Date | null;
  failed_at: Date | null;
  run_at: Date;
  last_error: string | null;
  content_encrypted: Buffer | null;
}
async function rowOf(cause: string): Promise<QueueRow> {
  const { rows } = await app.pool.query<QueueRow>('SELECT * FROM mail_queue WHERE cause = $1', [cause]);
  return rows[0]!;
}

describe('a mail that is not taken', () => {
  test('O31 is tried again for three days, then given up with its content', async () => {
    server.refuseWith({ responseCode: 451, message: 'not now, <marlo@example.org>' });
    await queue('refused');
    const begunMs = app.deps.now().getTime();
    for (const [at, waitMs] of MAIL_RULES.passwordChanged.retriesMs.entries()) {
      expect(await sendDueMails(overSmtp)).toBe(0);
      const row = await rowOf('refused');
      expect([row.attempts, row.failed_at]).toEqual([at + 1, null]);
      expect(row.run_at.getTime() - app.deps.now().getTime()).toBe(waitMs);
      // who it was for is in no table
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

  test('arrives at the second attempt', async () => {
    server.refuseWith({ responseCode: 421, message: 'busy' });
    await queue('second');
    await sendDueMails(overSmtp);
    server.refuseWith(null);
    app.advanceMs(30 * SECOND_MS);
    expect(await sendDueMails(overSmtp)).toBe(1);
    expect(server.mails).toHaveLength(1);
    expect(await rowOf('second')).toMatchObject({ attempts: 2, last_error: null, content_encrypted: null });
  });

  test('does not keep the others back', async () => {
    const mails: MailMessage[] = [];
    const picky: Deps['mail'] = {
      description: 'picky',
      send: async (message) => {
        if (message.to === 'nobody@example.org') throw new Error('no such mailbox');
        mails.push(message);
      },
    };
    for (let at = 0; at < 7; at++) await queue(`bad:${at}`, 'confirmEmail', 'nobody@example.org');
    await queue('good');
    expect(await sendDueMails({ ...app.deps, mail: picky })).toBe(1);
    expect(mails.map(({ to }) => to)).toEqual(['marlo@example.org']);
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
      description: 'hangs',
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
    expect(server.mails.every(({ text }) => text.includes('/email-verification?token='))).toBe(true);
    await queue('late', 'gameLinked');
    app.advanceMs(DAY_MS);
    server.mails.length = 0;
    expect(await sendDueMails(overSmtp)).toBe(1);
    expect(server.mails[0]?.text.match(/\?token=/g)).toHaveLength(1);
  });

  test('whose content cannot be read is given up in the end, and hurts nobody', async () => {
    await queue('foreign');
    await queue('own');
    await app.pool.query(`UPDATE mail_queue SET content_encrypted = 'x' WHERE cause = 'foreign'`);
    expect(await sendDueMails(overSmtp)).toBe(1);
    expect((await rowOf('foreign')).last_error).toMatch(/encryption/);
  });
});

describe('one mail for one cause', () => {
  test('a cause that is queued again is mailed once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => queue('same')));
    expect(await sendDueMails(overSmtp)).toBe(1);
    expect(server.mails).toHaveLength(1);
  });

  test('what was rolled back is not mailed', async () => {
    await expect(
      withTx(app.pool, async (tx) => {
        await queueMail(tx, app.deps, null, 'undone', {
          kind: 'resetCode',
          to: 'marlo@example.org',
          isConfirmed: true,
          locale: 'ru',
          variables: SAMPLES.resetCode,
        });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await sendDueMails(overSmtp)).toBe(0);
  });

  test('servers that send at the same time share the work', async () => {
    const siblings = await Promise.all([createSibling(app), createSibling(app), createSibling(app)]);
    for (let at = 0; at < 60; at++) await queue(`shared:${at}`);
    const sent = await Promise.all(
      siblings.map(({ deps }) => sendDueMails({ ...deps, now: app.deps.now, mail: overSmtp.mail })),
    );
    expect(sent.reduce((a, b) => a + b)).toBe(60);
    expect(server.mails).toHaveLength(60);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(60);
    await Promise.all(siblings.map((sibling) => sibling.close()));
  });

  test('a server that dies between sending and noting it: the same Message-ID comes again, nobody else', async () => {
    const dying = await createSibling(app);
    await queue('crash');
    // the connections to the database are gone before the answer of the mail server comes
    server.onTaken(() => dying.pool.end());
    await expect(sendDueMails({ ...dying.deps, now: app.deps.now, mail: overSmtp.mail })).rejects.toThrow();
    server.onTaken(() => Promise.resolve());
    await dying.app.close();
    // while the lease runs it is nobody else's
    expect(await sendDueMails(overSmtp)).toBe(0);
    app.advanceMs(30 * SECOND_MS);
    expect(await sendDueMails(overSmtp)).toBe(1);
    expect(server.mails).toHaveLength(2);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(1);
    expect((await rowOf('crash')).sent_at).toEqual(app.deps.now());
  });
});

test('AC5 the queue shows neither codes nor tokens nor addresses, before and after', async () => {
  const secrets = ['K7QM2XTA', 'a-canary-token', 'canary.box@example.org', 'canary-login'];
  await withTx(app.pool, async (tx) => {
    await queueMail(tx, app.deps, null, 'canary:1', {
      kind: 'resetCode',
      to: 'canary.box@example.org',
      isConfirmed: true,
      locale: 'ru',
      variables: { login: 'canary-login', code: 'K7QM2XTA' },
    });
    await queueMail(tx, app.deps, null, 'canary:2', {
      kind: 'confirmEmail',
      to: 'canary.box@example.org',
      isConfirmed: true,
      locale: 'ru',
      variables: { login: 'canary-login', token: 'a-canary-token' },
    });
  });
  const dump = async () => {
    const { rows } = await app.pool.query<{ line: string; plain: string | null }>(
      `SELECT q::text AS line, encode(content_encrypted, 'escape') AS plain FROM mail_queue q`,
    );
    return rows.map(({ line, plain }) => `${line}${plain ?? ''}`).join('\n');
  };
  for (const secret of secrets) expect(await dump()).not.toContain(secret);
  server.refuseWith({ responseCode: 550, message: '<canary.box@example.org> K7QM2XTA' });
  await sendDueMails(overSmtp);
  for (const secret of ['a-canary-token', 'canary.box@example.org', 'canary-login'])
    expect(await dump()).not.toContain(secret);
  app.advanceMs(30 * SECOND_MS);
  server.refuseWith(null);
  expect(await sendDueMails(overSmtp)).toBe(2);
  for (const secret of secrets) expect(await dump()).not.toContain(secret);
});

test('the log says what went wrong and neither whom it was for nor what was in it', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) };
  const { log } = Fastify({ logger: { ...(loggerOptions('trace') as object), stream } });
  await queue('logged', 'resetCode', 'canary.box@example.org');
  server.refuseWith({ responseCode: 550, message: 'no such user <canary.box@example.org>' });
  for (let at = 0; at < 9; at++) {
    await sendDueMails({ ...overSmtp, log });
    app.advanceMs(10 * MINUTE_MS);
  }
  const said = lines.join('');
  expect(lines.length).toBeGreaterThan(2);
  expect(said).toContain('no such user');
  expect(said).toContain('a mail was given up');
  expect(said).not.toMatch(/canary|K7QM2XTA|marlo/);
});

test('the metrics count what was sent, postponed and given up', async () => {
  const count = async (outcome: string) => {
    const { body } = await app.get('/metrics');
    return Number(new RegExp(`mails_total\\{outcome="${outcome}"\\} (\\d+)`).exec(body)?.[1] ?? 0);
  };
  const [sent, postponed] = [await count('sent'), await count('postponed')];
  await queue('counted');
  expect((await app.get('/metrics')).body).toMatch(/^mails_waiting 1$/m);
  server.refuseWith({ responseCode: 451, message: 'not now' });
  await sendDueMails(overSmtp);
  server.refuseWith(null);
  app.advanceMs(30 * SECOND_MS);
  await sendDueMails(overSmtp);
  expect([await count('sent'), await count('postponed')]).toEqual([sent + 1, postponed + 1]);
  expect((await app.get('/metrics')).body).toMatch(/^mails_waiting 0$/m);
});
