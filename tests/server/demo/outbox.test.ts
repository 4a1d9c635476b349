import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { MAIL_KINDS } from '#/contract/mail.ts';
import { banner } from '#/server/banner.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { sendDueMails } from '#/server/platform/mail/mailQueue.ts';
import { mailOf } from '#/server/adapters/mail/mailOf.ts';
import { listOutbox, outbox, readOutboxHtml } from '#/server/adapters/mail/outbox.ts';
import { createMember } from '../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-outbox-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mail = (id: string) => ({
  id,
  to: 'marlo@example.org',
  locale: 'uk' as const,
  subject: `Лист ${id}`,
  text: `ПЕРШИЙ РЯДОК\n\nКод: K7QM2XTA ${id}\n`,
  html: `<!doctype html><p>${id}</p>`,
});

describe('N5 the outbox', () => {
  let nowMs = Date.UTC(2026, 10, 21, 12);
  const now = () => new Date((nowMs += 1000));

  test('keeps mails as they are, the newest first, for nobody but its owner', async () => {
    const transport = outbox(join(folder, 'outbox'), now);
    await transport.send(mail('one'));
    await transport.send(mail('two'));
    const mails = await listOutbox(join(folder, 'outbox'));
    expect(mails.map(({ subject }) => subject)).toEqual(['Лист two', 'Лист one']);
    const { to, locale, text } = mail('two');
    expect(mails[0]).toMatchObject({ to, locale, text });
    expect(await readOutboxHtml(join(folder, 'outbox'), mails[0]!.name)).toBe(mail('two').html);
    expect(statSync(join(folder, 'outbox')).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(join(folder, 'outbox')))
      expect(statSync(join(folder, 'outbox', file)).mode & 0o777).toBe(0o600);
  });

  test('keeps a mail that is sent again once', async () => {
    const transport = outbox(folder, now);
    for (const id of ['one', 'two', 'one']) await transport.send(mail(id));
    expect((await listOutbox(folder)).map(({ subject }) => subject)).toEqual(['Лист two', 'Лист one']);
  });

  test('keeps the newest 500', async () => {
    const transport = outbox(folder, now);
    for (let at = 0; at < 503; at++) await transport.send(mail(`number-${at}`));
    const mails = await listOutbox(folder);
    expect(mails).toHaveLength(500);
    expect(mails.at(-1)?.subject).toBe('Лист number-3');
    expect(readdirSync(folder)).toHaveLength(1000);
  });

  test('that is not there yet is empty', async () => {
    expect(await listOutbox(join(folder, 'none'))).toEqual([]);
  });

  test.each(['../secret', '..', '', 'x/../../y', '%2e%2e', 'no-such-mail'])(
    'has no mail %j, and nothing outside of itself',
    async (name) => {
      expect(await readOutboxHtml(folder, name)).toBeUndefined();
    },
  );
});

describe('N5 /outbox', () => {
  let app: TestApp;
  let dataDir: string;
  const config = (changes: Partial<Config>): Partial<Config> => ({ dataDir, isDemo: true, ...changes });
  const local = { host: 'localhost:3000' };

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'one-rp-outbox-pages-'));
    app = await createTestApp({ config: config({}) });
    const player = await createMember(app, { isVerified: false });
    const url = '/api/v1/user/resend-verify';
    await app.inject({ method: 'POST', url, headers: { ...player.headers, host: 'evil.example' } });
    await sendDueMails({ ...app.deps, mail: mailOf(app.deps.config, app.deps.now) });
  });
  afterAll(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true });
  });

  const directives = (policy: unknown) => String(policy).split(';');

  test('shows the mails to this machine, with links that can be clicked', async () => {
    const page = await app.get('/outbox', local);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.body).toContain('Подтверди e-mail — ONE RP');
    const [, link = ''] = /<a href="(http[^"]+)" target="_blank"/.exec(page.body) ?? [];
    expect(link).toMatch(/\/email-verification\?token=[\w-]{43}$/);
    expect(directives(page.headers['content-security-policy'])).toEqual(
      expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "frame-src 'self'"]),
    );
    expect(page.headers['content-security-policy']).not.toContain('unsafe');

    const [, frame = ''] = /<iframe[^>]* src="([^"]+)"/.exec(page.body) ?? [];
    const shown = await app.get(frame, local);
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain(`href="${link}"`);
    expect(shown.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(directives(shown.headers['content-security-policy'])).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "frame-ancestors 'self'",
        'sandbox allow-popups allow-popups-to-escape-sandbox',
      ]),
    );
    const one = await app.get(frame.replace(/\/mail$/, ''), local);
    expect([one.statusCode, one.body]).toEqual([200, page.body]);
    // the link of the mail works
    const token = new URL(link).searchParams.get('token');
    expect((await app.post('/api/v1/auth/email/verify', { token, confirmed: true })).json()).toEqual({
      verified: 'email',
    });
  });

  test.each<[string, Record<string, string>, string]>([
    ['another machine', local, '203.0.113.7'],
    ['a proxy on this machine', { ...local, 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
    ['a foreign name that leads to this machine', { host: 'evil.example:3000' }, '127.0.0.1'],
    ['a foreign name that looks like it', { host: 'localhost.evil.example' }, '127.0.0.1'],
  ])('is not there for %s', async (_, headers, remoteAddress) => {
    const page = await app.get('/outbox', local);
    const [, frame = ''] = /<iframe[^>]* src="([^"]+)"/.exec(page.body) ?? [];
    for (const url of ['/outbox', frame, frame.replace(/\/mail$/, '')]) {
      const reply = await app.inject({ method: 'GET', url, headers, remoteAddress });
      expect(reply.statusCode).toBe(404);
      expect(reply.body).not.toContain('e-mail');
    }
  });

  test.each(['/outbox/none', '/outbox/..%2f..%2fsecret.key', '/outbox/none/mail', '/outbox/..%2fx/mail'])(
    '%s is not found',
    async (url) => {
      expect((await app.get(url, local)).statusCode).toBe(404);
    },
  );

  test.each<[string, Partial<Config>]>([
    ['the mails go out', { smtpUrl: 'smtp://127.0.0.1:1' }],
    ['the site is neither tried nor built', { isDemo: false, hasPlayground: false }],
  ])('is not there at all when %s', async (_, changes) => {
    const other = await createTestApp({ config: config(changes) });
    expect((await other.get('/outbox', local)).body).toContain('<title>');
    expect((await other.get('/outbox', local)).statusCode).toBe(404);
    expect(banner(other.deps.config, other.deps)).not.toContain('/outbox');
    await other.close();
  });

  test('is named where the server says where it is', () => {
    const { config: settings, gameServers, payments } = app.deps;
    const said = banner(settings, { gameServers, payments, mail: mailOf(settings, app.deps.now) });
    expect(said).toContain(join(dataDir, 'outbox'));
    expect(said).toContain(`${settings.publicUrl}/outbox`);
  });
});

describe('RT12 the preview of the playground', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ config: { hasPlayground: true } });
  });
  afterAll(() => app.close());

  test('shows every mail in every language, and its text', async () => {
    for (const locale of LOCALES)
      for (const kind of MAIL_KINDS) {
        const page = await app.get(`/playground/mails/${locale}/${kind}`);
        expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
        expect(page.body).toContain(`<html lang="${locale}">`);
        const text = await app.get(`/playground/mails/${locale}/${kind}/text`);
        expect([text.statusCode, text.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      }
    const page = await app.get('/playground');
    expect(page.headers['content-security-policy']).toContain("frame-src 'self'");
  });

  test.each(['/playground/mails/de/resetCode', '/playground/mails/ru/toString'])(
    '%s is not found',
    async (url) => {
      expect((await app.get(url)).statusCode).toBe(404);
    },
  );

  test('is not served where there is no playground', async () => {
    const other = await createTestApp();
    expect((await other.get('/playground/mails/ru/resetCode')).statusCode).toBe(404);
    await other.close();
  });
});
