import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAIL_KINDS, type MailKind } from '#/contract/mail.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { SAMPLES } from '#/server/platform/mail/mailSamples.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { smtp } from '#/server/adapters/mail/smtp.ts';
import { type MailServer, startMailServer } from '../../support/services/mailServer.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';

const SECOND_MS = 1000;

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

async function outcomeOf(cause: string): Promise<{ attempts: number; lastError: string | null }> {
  const { rows } = await app.pool.query<{ attempts: number; lastError: string | null }>(
    'SELECT attempts, last_error AS "lastError" FROM mail_queue WHERE cause = $1',
    [cause],
  );
  return rows[0]!;
}

describe('N5 over SMTP', () => {
  test.each(MAIL_KINDS)('%s arrives whole, in both forms', async (kind) => {
    await queue(`whole:${kind}`, kind);
    expect(await sendDueMails(overSmtp)).toBe(1);
    const [mail] = server.mails;
    expect(mail?.envelope).toEqual({ from: 'no-reply@one.example', to: ['marlo@example.org'] });
    expect(mail?.to).toEqual([{ name: '', address: 'marlo@example.org' }]);
    expect(mail?.from).toEqual({ name: 'ONE RP', address: 'no-reply@one.example' });
    expect(mail?.subject).toMatch(/[\u0400-\u04FF].* — ONE RP$/);
    expect(mail?.messageId).toMatch(/^<[0-9a-f]{32}@one\.example>$/);
    expect(mail?.html).toContain('<html lang="uk">');
    expect(mail?.text).toMatch(/Привіт, (marlo|Olena)/);
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    expect(header('content-language')).toBe('uk');
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('content-type')).toMatch(/^multipart\/alternative/);
    expect(new Date(mail?.date ?? '')).toEqual(app.deps.now());
    expect(mail?.attachments).toEqual([]);
    // RFC 5321: no line of the wire is longer
    expect(Math.max(...mail!.raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  test('one connection carries many mails', async () => {
    for (let at = 0; at < 20; at++) await queue(`many:${at}`);
    expect(await sendDueMails(overSmtp)).toBe(20);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(20);
    expect(server.connections()).toBeLessThanOrEqual(5);
  });

  test('a line break in a value makes no header and no recipient', async () => {
    const injection = '\r\nBcc: victim@example.org\r\n\r\n.\r\nRCPT TO:<victim@example.org>';
    await withTx(app.pool, (tx) =>
      queueMail(tx, app.deps, null, 'crlf', {
        kind: 'newSignIn',
        to: 'marlo@example.org',
        isConfirmed: true,
        locale: 'en',
        variables: { ...SAMPLES.newSignIn, login: injection, device: injection, address: injection },
      }),
    );
    expect(await sendDueMails(overSmtp)).toBe(1);
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.envelope.to).toEqual(['marlo@example.org']);
    expect(server.mails[0]?.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
    expect(server.mails[0]?.html).toContain('RCPT TO:&lt;victim@example.org&gt;');
  });

  test('an address with a line break in it gets no mail, nor does what it smuggles in', async () => {
    await queue('crlf:to', 'confirmEmail', 'marlo@example.org\r\nBcc: victim@example.org');
    expect(await sendDueMails(overSmtp)).toBe(0);
    expect(server.mails).toEqual([]);
    expect((await outcomeOf('crlf:to')).attempts).toBe(1);
  });

  test('with STARTTLS where it is offered, and never past a certificate that is not good', async () => {
    const secure = await startMailServer({ disabledCommands: [] });
    const careful = smtp({
      url: secure.url,
      from: 'a@one.example',
      domain: 'one.example',
      now: app.deps.now,
    });
    const lax = smtp({
      url: `${secure.url}?tls.rejectUnauthorized=false`,
      from: 'a@one.example',
      domain: 'x',
      now: app.deps.now,
    });
    await queue('tls');
    expect(await sendDueMails({ ...app.deps, mail: careful })).toBe(0);
    expect(secure.mails).toHaveLength(0);
    app.advanceMs(30 * SECOND_MS);
    expect(await sendDueMails({ ...app.deps, mail: lax })).toBe(1);
    expect(secure.mails[0]?.isEncrypted).toBe(true);
    careful.close?.();
    lax.close?.();
    await secure.close();
  });

  test('nothing goes in clear text where encryption is asked for', async () => {
    const strict = smtp({
      url: `${server.url}?requireTLS=true`,
      from: 'a@one.example',
      domain: 'x',
      now: app.deps.now,
    });
    await queue('clear');
    expect(await sendDueMails({ ...app.deps, mail: strict })).toBe(0);
    expect(server.mails).toHaveLength(0);
    strict.close?.();
  });

  test('a server that takes the connection and says nothing is given up, not waited for', async () => {
    const dumb = await startMailServer({ onConnect: () => {} });
    const waiting = smtp({
      url: `${dumb.url}?greetingTimeout=200`,
      from: 'a@one.example',
      domain: 'x',
      now: app.deps.now,
    });
    await queue('silence');
    expect(await sendDueMails({ ...app.deps, mail: waiting })).toBe(0);
    expect((await outcomeOf('silence')).lastError).toMatch(/greeting/i);
    waiting.close?.();
    await dumb.close();
  });
});
