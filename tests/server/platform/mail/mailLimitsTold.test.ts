import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { askSecret, codeAt, turnOff } from '../../../support/access/authenticator.ts';
import { PASSWORD, signUpForm } from '../../../support/app/factories.ts';
import { countMailsTo } from '../../../support/app/queuedMails.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

// hundreds of passwords are hashed
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const HOUR_MS = 60 * 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

describe('SE9 what the player is told', () => {
  test('a sign-up whose mailbox had a mail already succeeds, and the cabinet says when to ask again', async () => {
    const signUp = (server: string) =>
      app.post('/api/v1/auth/register', signUpForm('TwoServers', { server, email: 'two@example.org' }));
    await signUp('everest');
    app.advanceMs(HOUR_MS / 4);
    const second = await signUp('fuji');
    expect(second.statusCode).toBe(200);
    expect(await countMailsTo(app, 'two@example.org', 'confirmEmail')).toBe(1);
    const headers = { authorization: `Bearer ${second.json<{ token: string }>().token}` };
    const { user } = (await app.get('/api/v1/user', headers)).json<{ user: { resendSeconds: number } }>();
    expect(user.resendSeconds).toBe(2700);
    const early = await app.post('/api/v1/user/resend-verify', undefined, headers);
    expect([early.statusCode, early.json<{ code: string }>().code, early.headers['retry-after']]).toEqual([
      429,
      'mailSentRecently',
      '2700',
    ]);
    app.advanceMs(HOUR_MS * 0.75);
    expect((await app.post('/api/v1/user/resend-verify', undefined, headers)).statusCode).toBe(200);
    expect(await countMailsTo(app, 'two@example.org', 'confirmEmail')).toBe(2);
  });

  test('a change of e-mail to a mailbox that was just asked is refused, and nothing is pending', async () => {
    const [first, second] = [await createMember(app), await createMember(app)];
    const change = ({ headers }: Member, email: string) =>
      app.post('/api/v1/user/email', { email, password: PASSWORD }, headers);
    expect((await change(first, 'wanted@example.org')).statusCode).toBe(200);
    const reply = await change(second, 'wanted+2@example.org');
    expect([reply.statusCode, reply.json<{ code: string }>().code, reply.headers['retry-after']]).toEqual([
      429,
      'mailSentRecently',
      '3600',
    ]);
    const { user } = (await app.get('/api/v1/user', second.headers)).json<{
      user: { pendingEmail: string | null };
    }>();
    expect(user.pendingEmail).toBeNull();
    expect(await countMailsTo(app, second.email, 'emailChangeOld')).toBe(0);
  });

  test('the second factor is turned on and off ten times a day', async () => {
    const member = await createMember(app);
    let secret = '';
    const statuses = [];
    for (let times = 0; times < 11; times++) {
      if (times % 2 === 0) secret = await askSecret(app, member);
      const verification_code = codeAt(app.deps, secret);
      const body = { verification_code, google_secret: secret, password: PASSWORD };
      const reply =
        times % 2 === 0
          ? await app.post('/api/v1/user/2fa/verify', body, member.headers)
          : await turnOff(app, member, { verification_code, password: PASSWORD });
      statuses.push(reply.statusCode);
      app.advanceMs(60_000);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    expect(await countMailsTo(app, member.email, 'twoFaOff')).toBe(5);
  });
});
