import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MailKind } from '#/contract/mail.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { loggerOptions } from '#/server/platform/kernel/logging.ts';
import { SAMPLES } from '#/server/platform/mail/mailSamples.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import type { MailMessage } from '#/server/ports/mail.ts';
import { type MailDesk, mailRow, queueSample, startMailDesk } from '../../../support/services/mailDesk.ts';
import type { MailServer } from '../../../support/services/mailServer.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

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

describe('a mail that is not taken', () => {
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
      sender: { code: 'nobody', place: '' },
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

  test('N7 a server that stops sends only the mails at hand, and the next one sends the others', async () => {
    for (let at = 0; at < 7; at++) await queue(`stopping:${at}`);
    const stopping = new AbortController();
    server.onTaken(async () => stopping.abort());
    expect(await sendDueMails({ ...overSmtp, stopping: stopping.signal })).toBe(5);
    expect(await sendDueMails(overSmtp)).toBe(2);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(7);
    expect(server.mails).toHaveLength(7);
  });

  test('a server that dies between sending and noting it: the same Message-ID comes again, nobody else', async () => {
    const dying = await createSibling(app);
    await queue('crash');
    // the connections to the database are gone before the answer of the mail server comes
    server.onTaken(() => dying.pool.end());
    await expect(sendDueMails({ ...dying.deps, now: app.deps.now, mail: overSmtp.mail })).rejects.toThrow();
    server.onTaken(() => Promise.resolve());
    await dying.app.close();
    // no other server gets it while the lease runs
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
  expect(said).toContain('of no more use');
  expect(said).not.toMatch(/canary|K7QM2XTA|marlo/);
});

const count = async (outcome: string) => {
  const { body } = await app.get('/metrics');
  return Number(new RegExp(`mails_total\\{outcome="${outcome}"\\} (\\d+)`).exec(body)?.[1] ?? 0);
};

test('the metrics count what was sent, postponed and given up', async () => {
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

test('a mail that is of no more use is not counted as given up, which would call an operator', async () => {
  const [failed, ended] = [await count('failed'), await count('ended')];
  await queue('too late', 'resetCode');
  app.advanceMs(24 * 60 * MINUTE_MS);
  expect(await sendDueMails(overSmtp)).toBe(0);
  expect([await count('failed'), await count('ended')]).toEqual([failed, ended + 1]);
  expect(await rowOf('too late')).toMatchObject({ content_encrypted: null, sent_at: null });
});
