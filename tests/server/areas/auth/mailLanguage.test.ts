import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { CAPTCHA } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { bearerOf, createMember } from '../../../support/players/settings.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const localeOf = async (accountId: number) => {
  const { rows } = await app.pool.query<{ locale: string }>('SELECT locale FROM accounts WHERE id = $1', [
    accountId,
  ]);
  return rows[0]?.locale;
};
const lastMail = async (to: string) => (await queuedMails(app, to)).at(-1);

describe('A9 the language of mails', () => {
  test('a code for a new password comes in the language of the page that asked for it', async () => {
    const { accountId, email } = await createMember(app);
    const body = { server: 'everest', email, captcha: CAPTCHA };
    const reply = await app.post('/api/v1/auth/resetPassword', body, { 'accept-language': 'uk' });
    expect(reply.statusCode).toBe(200);
    expect(await lastMail(email)).toMatchObject({ kind: 'resetCode', locale: 'uk' });
    // a stranger may have asked, so the account keeps its language
    expect(await localeOf(accountId)).toBe('ru');
  });

  test('a mail that a signed-in player asks for comes in the language of their page, and later ones too', async () => {
    const { accountId, login, email } = await createMember(app, { isVerified: false });
    const session = await bearerOf(app, login);
    const reply = await app.post('/api/v1/user/resend-verify', {}, { ...session, 'accept-language': 'en' });
    expect(reply.statusCode).toBe(200);
    expect(await lastMail(email)).toMatchObject({ kind: 'confirmEmail', locale: 'en' });
    expect(await localeOf(accountId)).toBe('en');
  });

  test('reading a page, and an unknown language, change nothing', async () => {
    const { accountId, login } = await createMember(app);
    const session = await bearerOf(app, login);
    await app.get('/api/v1/user', { ...session, 'accept-language': 'en' });
    await app.post('/api/v1/user/resend-verify', {}, { ...session, 'accept-language': 'fr' });
    expect(await localeOf(accountId)).toBe('ru');
  });
});
