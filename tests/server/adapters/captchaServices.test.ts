import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { readConfig } from '#/server/platform/config/config.ts';
import type { Captcha } from '#/server/ports/captcha.ts';
import { captchaOf } from '#/server/adapters/captcha/captchaOf.ts';
import { recaptcha } from '#/server/adapters/captcha/recaptcha.ts';
import { turnstile } from '#/server/adapters/captcha/turnstile.ts';
import { createTestApp } from '../../support/app/testApp.ts';

const SECRET = 'the-secret-of-the-site';
const ADDRESS = '203.0.113.7';

/** Data of a real service about a token that its page script made. */
interface Issued {
  action: string;
  hostname: string;
  score: number;
  /** By which call it was judged: the same call, repeated, gets the same answer. */
  judgedBy?: string;
}

/** A service on loopback that speaks the protocol of the real ones. */
interface Service {
  endpoint: string;
  tokens: Map<string, Issued>;
  asked: { request: IncomingMessage; form: URLSearchParams }[];
  /** Answers once with this instead; `cut` drops the connection after the token was judged. */
  instead: ({ status: number; body: string } | 'cut' | 'silence')[];
}

let server: Server;
let service: Service;

beforeEach(async () => {
  service = { endpoint: '', tokens: new Map(), asked: [], instead: [] };
  const { tokens, asked, instead } = service;
  server = createServer((request, response) => {
    void (async () => {
      const form = new URLSearchParams(await text(request));
      asked.push({ request, form });
      const verdict = judge(tokens, form);
      const other = instead.shift();
      if (other === 'cut') request.socket.destroy();
      else if (other !== 'silence')
        response
          .writeHead(other?.status ?? 200, { 'content-type': 'application/json' })
          .end(other?.body ?? JSON.stringify(verdict));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

function judge(tokens: Map<string, Issued>, form: URLSearchParams): object {
  const refused = (code: string) => ({ success: false, 'error-codes': [code] });
  if (!form.get('secret')) return refused('missing-input-secret');
  if (form.get('secret') !== SECRET) return refused('invalid-input-secret');
  const response = form.get('response');
  if (!response) return refused('missing-input-response');
  const issued = tokens.get(response);
  if (!issued) return refused('invalid-input-response');
  const call = form.get('idempotency_key') ?? `${Math.random()}`;
  if (issued.judgedBy !== undefined && issued.judgedBy !== call) return refused('timeout-or-duplicate');
  issued.judgedBy = call;
  const { action, hostname, score } = issued;
  return { success: true, challenge_ts: '2026-01-15T12:00:00Z', hostname, action, score, 'error-codes': [] };
}

const issue = (token: string, changes: Partial<Issued> = {}) =>
  service.tokens.set(token, { action: 'signIn', hostname: 'one.example', score: 0.9, ...changes });

const adapters: [name: string, make: (changes?: object) => Captcha][] = [
  ['reCAPTCHA', (changes) => recaptcha(keysWith(changes))],
  ['Turnstile', (changes) => turnstile(keysWith(changes))],
];
const keysWith = (changes: object = {}) => ({
  siteKey: 'site-key',
  secret: SECRET,
  hostname: 'one.example',
  endpoint: service.endpoint,
  ...changes,
});

describe.each(adapters)('S16 %s', (_, make) => {
  test('takes a good token, once', async () => {
    issue('good');
    const captcha = make();
    expect(captcha.siteKey).toBe('site-key');
    expect(await captcha.check('good', 'signIn', ADDRESS)).toBe(true);
    expect(await captcha.check('good', 'signIn', ADDRESS)).toBe(false);
    const [{ request, form }] = service.asked as [Service['asked'][number]];
    expect(request.method).toBe('POST');
    expect(request.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(form)).toMatchObject({ secret: SECRET, response: 'good', remoteip: ADDRESS });
  });

  test('of parallel uses of one token takes one', async () => {
    issue('good');
    const captcha = make();
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => captcha.check('good', 'signIn', ADDRESS)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test.each([
    ['of another action', { action: 'signUp' }],
    ['of another site', { hostname: 'evil.example' }],
    ['without an action', { action: '' }],
  ])('refuses a token %s', async (_name, changes) => {
    issue('bad', changes);
    expect(await make().check('bad', 'signIn', ADDRESS)).toBe(false);
  });

  test('refuses a token that the service does not know', async () => {
    expect(await make().check('made-up', 'signIn', ADDRESS)).toBe(false);
  });

  test('throws when our own key is wrong, rather than blame the visitor', async () => {
    issue('good');
    await expect(make({ secret: 'another-secret' }).check('good', 'signIn', ADDRESS)).rejects.toThrow(
      'invalid-input-secret',
    );
  });

  test.each([
    { status: 500, body: '{"success":true}' },
    { status: 200, body: '<html>' },
    { status: 200, body: '{"success":"true"}' },
    { status: 200, body: '{"success":false,"error-codes":["internal-error"]}' },
    { status: 302, body: '' },
  ])('throws when the service answers $status $body', async (answer) => {
    issue('good');
    service.instead.push(answer, answer);
    await expect(make().check('good', 'signIn', ADDRESS)).rejects.toThrow();
  });

  test('throws when nobody is there, and when no answer comes', async () => {
    issue('good');
    service.instead.push('silence', 'silence');
    await expect(make({ timeoutMs: 100 }).check('good', 'signIn', ADDRESS)).rejects.toThrow(/timeout/i);
    await new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    });
    await expect(make().check('good', 'signIn', ADDRESS)).rejects.toThrow('fetch failed');
  });
});

test.each([
  [0.5, true],
  [0.49, false],
  [0, false],
])('S16 reCAPTCHA with a score of %d: %s', async (score, isTaken) => {
  issue('scored', { score });
  expect(await recaptcha(keysWith()).check('scored', 'signIn', ADDRESS)).toBe(isTaken);
});

test('S16 Turnstile is asked again under the same key when its answer is lost', async () => {
  issue('good');
  service.instead.push('cut');
  expect(await turnstile(keysWith()).check('good', 'signIn', ADDRESS)).toBe(true);
  const sent = service.asked.map(({ form }) => form.get('idempotency_key'));
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent[1]).toBe(sent[0]);
});

const keys = { CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's', PUBLIC_URL: 'https://one.example' };
test.each([
  [{}, 'altcha', ''],
  [{ CAPTCHA: 'recaptcha', ...keys }, 'recaptcha', 'k'],
  [{ CAPTCHA: 'turnstile', ...keys }, 'turnstile', 'k'],
])('the environment %j chooses %s', (env, provider, siteKey) => {
  const captcha = captchaOf(readConfig(env), {
    db: undefined as never,
    now: () => new Date(),
    secretKey: onlyKey(Buffer.alloc(32)),
  });
  expect(captcha).toMatchObject({ provider, siteKey });
  expect(captcha.challenge !== undefined).toBe(provider === 'altcha');
});

describe('the content policy', () => {
  test.each([
    ['altcha', "script-src 'self';", "frame-src 'none';", true],
    [
      'recaptcha',
      "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;",
      'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/;',
      true,
    ],
    [
      'turnstile',
      "script-src 'self' https://challenges.cloudflare.com;",
      'frame-src https://challenges.cloudflare.com;',
      false,
    ],
  ] as const)('lets %s in and nothing else', async (captcha, scripts, frames, hasTrustedTypes) => {
    const site = await createTestApp({
      config: { captcha, captchaSiteKey: 'site-key' },
      hasCatalogue: false,
    });
    const page = await site.get('/auth');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(scripts);
    expect(policy).toContain(frames);
    expect(policy).toContain("worker-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy.includes("require-trusted-types-for 'script'")).toBe(hasTrustedTypes);
    // no script may make another policy of Trusted Types
    expect(policy.includes(';trusted-types scripts;')).toBe(captcha === 'altcha');
    expect(page.body).toContain(`"captcha":{"provider":"${captcha}","siteKey":"site-key"}`);
    await site.close();
  });
});
