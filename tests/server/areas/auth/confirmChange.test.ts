import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { countByStatus, PASSWORD } from '../../../support/app/factories.ts';
import { codeOf, tokensFor, userOf, verify } from '../../../support/access/mailedLinks.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { auditOf, createMember, type Member } from '../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

describe('C9 an e-mail change', () => {
  const newAddress = ({ login }: Member) => `new.${login}@example.net`;
  async function changing(isVerified = true) {
    const player = await createMember(app, { isVerified });
    const email = newAddress(player);
    const reply = await app.post('/api/v1/user/email', { email, password: PASSWORD }, player.headers);
    expect(reply.statusCode).toBe(200);
    const [oldToken = ''] = await tokensFor(app, player.email);
    const [newToken = ''] = await tokensFor(app, email);
    return { player, email, oldToken, newToken };
  }

  test.each([
    ['old address first', true],
    ['new address first', false],
  ])('is in force when both have confirmed: %s', async (_, isOldFirst) => {
    const { player, email, oldToken, newToken } = await changing();
    const [first, second] = isOldFirst ? [oldToken, newToken] : [newToken, oldToken];
    expect((await verify(app, first)).json()).toEqual({ verified: 'changeStarted' });
    expect((await userOf(app, player.headers)).email).toBe(player.email);
    expect((await verify(app, first)).json()).toEqual({ verified: 'changeStarted' });
    expect((await verify(app, second)).json()).toEqual({ verified: 'changeDone' });
    // the session stays
    expect(await userOf(app, player.headers)).toMatchObject({ email, isVerified: true, pendingEmail: null });
    expect((await verify(app, first)).json()).toEqual({ verified: 'changeDone' });
    expect((await verify(app, second)).json()).toEqual({ verified: 'changeDone' });
    const notices = (await queuedMails(app, player.email)).filter(({ kind }) => kind === 'emailChanged');
    expect(notices).toMatchObject([{ variables: { login: player.login, newEmail: email } }]);
    expect((await auditOf(app, player.accountId)).filter((event) => event === 'emailChanged')).toHaveLength(
      1,
    );
  });

  test('of an address nobody confirmed asks only the new one, and tells the old one nothing', async () => {
    const { player, email, oldToken, newToken } = await changing(false);
    expect(oldToken).toBe('');
    expect((await verify(app, newToken)).json()).toEqual({ verified: 'changeDone' });
    expect(await userOf(app, player.headers)).toMatchObject({ email, isVerified: true });
    expect((await queuedMails(app, player.email)).map(({ kind }) => kind)).not.toContain('emailChanged');
  });

  test('both links at once, 20 times each: it happens once', async () => {
    const { player, email, oldToken, newToken } = await changing();
    const uses = Array.from({ length: 40 }, (_, at) => verify(app, at % 2 ? oldToken : newToken));
    expect(countByStatus(await Promise.all(uses))).toEqual({ 200: 40 });
    expect((await userOf(app, player.headers)).email).toBe(email);
    expect((await auditOf(app, player.accountId)).filter((event) => event === 'emailChanged')).toHaveLength(
      1,
    );
  });

  test('that somebody else was faster with says so and leaves the account as it is', async () => {
    const { player, email, oldToken, newToken } = await changing();
    await verify(app, oldToken);
    const taker = await createMember(app);
    await app.pool.query('UPDATE accounts SET email = $2 WHERE id = $1', [taker.accountId, email]);
    const reply = await verify(app, newToken);
    expect([reply.statusCode, codeOf(reply)]).toEqual([422, 'errorEmailExist']);
    expect((await userOf(app, player.headers)).email).toBe(player.email);
    // the link is not used up: the address may become free again
    await app.pool.query(`UPDATE accounts SET email = 'gone.away@example.org' WHERE id = $1`, [
      taker.accountId,
    ]);
    expect((await verify(app, newToken)).json()).toEqual({ verified: 'changeDone' });
  });

  test('two accounts that move to one address at the same moment: one gets it, one is told', async () => {
    const [one, other] = [await changing(), await changing()];
    for (const { player, oldToken } of [one, other]) {
      await verify(app, oldToken);
      await app.pool.query(
        `UPDATE email_changes SET new_email = 'wanted.box@example.net' WHERE account_id = $1`,
        [player.accountId],
      );
    }
    await app.pool.query(`UPDATE email_tokens SET email = 'wanted.box@example.net' WHERE email = ANY($1)`, [
      [one.email, other.email],
    ]);
    const replies = await Promise.all([verify(app, one.newToken), verify(app, other.newToken)]);
    expect(countByStatus(replies)).toEqual({ 200: 1, 422: 1 });
    expect(replies.map(codeOf)).toContain('errorEmailExist');
  });

  test('that was cancelled, replaced or ran out leads nowhere', async () => {
    const cancelled = await changing();
    await app.inject({ method: 'DELETE', url: '/api/v1/user/email', headers: cancelled.player.headers });
    const replaced = await changing();
    await app.post(
      '/api/v1/user/email',
      { email: `third.${replaced.player.login}@example.net`, password: PASSWORD },
      replaced.player.headers,
    );
    for (const { oldToken, newToken } of [cancelled, replaced])
      for (const token of [oldToken, newToken])
        expect(codeOf(await verify(app, token))).toBe('verificationInvalid');
    const late = await changing();
    await verify(app, late.oldToken);
    app.advanceMs(24 * HOUR_MS);
    expect(codeOf(await verify(app, late.newToken))).toBe('verificationInvalid');
    const { rows } = await app.pool.query<{ email: string }>('SELECT email FROM accounts WHERE id = $1', [
      late.player.accountId,
    ]);
    expect(rows[0]?.email).toBe(late.player.email);
  });
});
