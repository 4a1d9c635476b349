import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { codeOf, tokensFor, userOf, verify } from '../../../support/access/mailedLinks.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { begun, enterCode, NEW_PASSWORD } from '../../../support/access/reset.ts';
import { answerLink, tie } from '../../../support/players/gameLinks.ts';
import { auditOf } from '../../../support/players/settings.ts';
import {
  beginChange,
  createContested,
  emailOf,
  setUpFactor,
  WAYS,
} from '../../../support/access/takeover.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

describe('SE2 an account that nobody had confirmed', () => {
  test('recovered by its mailbox is confirmed, and keeps neither inviter nor language of whoever made it', async () => {
    const [account, inviter] = [await createContested(app, false), await createContested(app, true)];
    await setUpFactor(app, account, account.stranger);
    await app.pool.query(
      `UPDATE accounts SET inviter_id = $2, invited_at = now(), locale = 'uk' WHERE id = $1`,
      [account.accountId, inviter.accountId],
    );
    const { browser, code } = await begun(app, account);
    await enterCode(browser, account.email, code);
    const body = {
      server: 'everest',
      email: account.email,
      verification_code: code,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    };
    await browser.send('POST', '/api/v1/auth/resetPassword', body, { 'accept-language': 'en' });
    const { rows } = await app.pool.query(
      'SELECT is_verified, is_two_fa_enabled, inviter_id, invited_at, locale FROM accounts WHERE id = $1',
      [account.accountId],
    );
    expect(rows).toEqual([
      { is_verified: true, is_two_fa_enabled: false, inviter_id: null, invited_at: null, locale: 'en' },
    ]);
    expect((await queuedMails(app, account.email)).at(-1)).toMatchObject({
      kind: 'passwordChanged',
      locale: 'en',
    });
    expect(await auditOf(app, account.accountId)).toContain('unconfirmedHandedOver');
  });

  test('and is recovered by its mailbox loses its link to the game, however old that is', async () => {
    const account = await createContested(app, false);
    const id = await tie(app, account.accountId);
    await answerLink(app, { headers: account.stranger }, 'confirm', id);
    await app.pool.query(`UPDATE game_links SET linked_at = linked_at - interval '8 days' WHERE id = $1`, [
      id,
    ]);
    await WAYS['mailbox']!(app, account);
    const { rows } = await app.pool.query('SELECT state FROM game_links WHERE id = $1', [id]);
    expect(rows).toEqual([{ state: 'ended' }]);
    expect(await auditOf(app, account.accountId)).toContain('gameLinkEnded');
  });

  test('that is confirmed gives up a change that was begun before: the address had no say in it', async () => {
    const account = await createContested(app, false);
    const [, newToken] = await beginChange(app, account);
    await app.post('/api/v1/user/resend-verify', undefined, account.headers);
    const confirmation = (await tokensFor(app, account.email)).at(-1) ?? '';
    expect((await verify(app, confirmation)).json()).toEqual({ verified: 'email' });
    expect((await userOf(app, account.headers)).pendingEmail).toBeNull();
    expect(codeOf(await verify(app, newToken))).toBe('verificationInvalid');
    expect(await emailOf(app, account)).toBe(account.email);
  });

  test('asks the old address as soon as it is confirmed, whenever the change began', async () => {
    const account = await createContested(app, false);
    const [, newToken] = await beginChange(app, account);
    // confirmed in whatever way
    await app.pool.query('UPDATE accounts SET is_verified = true WHERE id = $1', [account.accountId]);
    expect((await verify(app, newToken)).json()).toEqual({ verified: 'changeStarted' });
    expect(await emailOf(app, account)).toBe(account.email);
  });
});
