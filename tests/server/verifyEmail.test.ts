import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorReply } from '#/contract/errors.ts';
import { brokenInvariants } from '#/server/db/invariants.ts';
import { sendDueMails } from '#/server/mailQueue.ts';
import { queuedMails } from '../support/queuedMails.ts';
import { countByStatus, PASSWORD, signUpForm } from '../support/factories.ts';
import { auditOf, createMember, type Member } from '../support/settings.ts';
import { createSibling, createTestApp, type TestApp } from '../support/testApp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

// hundreds of requests at once on a busy machine
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ config: { publicUrl: 'https://one.example' } });
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const verify = (token: string, through = app) => through.post('/api/v1/auth/email/verify', { token });
const resend = ({ headers }: Pick<Member, 'headers'>, through = app, more: Record<string, string> = {}) =>
  through.inject({ method: 'POST', url: '/api/v1/user/resend-verify', headers: { ...headers, ...more } });
const codeOf = (reply: { json: <T>() => T }) => reply.json<ErrorReply>().code;

/** The tokens that were mailed to an address, oldest first. */
async function tokensFor(email: string): Promise<string[]> {
  const mails = await queuedMails(app, email);
  return mails.flatMap(({ variables }) => ('token' in variables ? [variables.token] : []));
}

let signedUp = 0;
async function newcomer(headers: Record<string, string> = {}) {
  const login = `Newcomer${++signedUp}`;
  const form = signUpForm(login);
  const reply = await app.post('/api/v1/auth/register', form, headers);
  const bearer = { authorization: `Bearer ${reply.json<{ token: string }>().token}` };
  const email = form['email'] ?? '';
  const [token = ''] = await tokensFor(email);
  return { login, email, token, headers: bearer };
}

const userOf = async (headers: Record<string, string>) =>
  (await app.get('/api/v1/user', headers)).json<{
    user: { email: string; isVerified: boolean; resendSeconds: number; pendingEmail: string | null };
  }>().user;

describe('A4 the mail of a sign-up', () => {
  test.each([
    ['ru', ''],
    ['uk', '/uk'],
    ['en', '/en'],
  ])('goes out in %s, with a link to the site', async (locale, prefix) => {
    const { email, token } = await newcomer({ 'accept-language': locale });
    app.mails.length = 0;
    await sendDueMails(app.deps);
    const [mail] = app.mails.filter(({ to }) => to === email);
    expect(mail).toMatchObject({ locale });
    expect(mail?.text).toContain(`https://one.example${prefix}/email-verification?token=${token}\n`);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test('a refused sign-up mails nothing', async () => {
    const { login } = await newcomer();
    const before = await app.pool.query('SELECT count(*) FROM mail_queue');
    const form = signUpForm(login, { email: 'other.box@example.org' });
    expect((await app.post('/api/v1/auth/register', form)).statusCode).toBe(422);
    expect((await app.pool.query('SELECT count(*) FROM mail_queue')).rows).toEqual(before.rows);
  });

  test('whatever a request says of its host, 40 ways, changes no link', async () => {
    const names = [
      'host',
      'x-forwarded-host',
      'x-host',
      'x-forwarded-server',
      'forwarded',
      'x-original-host',
    ];
    const values = [
      'evil.example',
      'evil.example:443',
      'one.example@evil.example',
      '127.0.0.1',
      'evil.example/',
    ];
    const lies = [
      ...names.flatMap((name) => values.map((value) => ({ [name]: value }))),
      ...['x-forwarded-proto', 'x-forwarded-port', 'x-rewrite-url', 'referer', 'origin'].flatMap((name) => [
        { [name]: 'http://evil.example/' },
        { [name]: 'evil' },
      ]),
    ];
    expect(lies).toHaveLength(40);
    const player = await createMember(app, { isVerified: false });
    const links = (mail: { text: string; html: string } | undefined) =>
      new Set([...`${mail?.text}${mail?.html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link));
    for (const lie of lies) {
      await app.pool.query('DELETE FROM budgets');
      app.advanceMs(10 * MINUTE_MS);
      app.mails.length = 0;
      expect((await resend(player, app, lie)).statusCode).toBe(200);
      const token = (await tokensFor(player.email)).at(-1);
      await sendDueMails(app.deps);
      const mail = app.mails.find(({ to }) => to === player.email);
      expect(links(mail)).toEqual(new Set([`https://one.example/email-verification?token=${token}`]));
    }
  });
});

describe('RT1 confirming the address', () => {
  test('works once, tells the same again, and signs nobody in', async () => {
    const player = await newcomer();
    expect((await userOf(player.headers)).isVerified).toBe(false);
    const before = await app.pool.query('SELECT count(*) FROM sessions');
    const first = await verify(player.token);
    expect([first.statusCode, first.json()]).toEqual([200, { verified: 'email' }]);
    expect(first.cookies).toEqual([]);
    expect((await app.pool.query('SELECT count(*) FROM sessions')).rows).toEqual(before.rows);
    expect((await userOf(player.headers)).isVerified).toBe(true);
    app.advanceMs(48 * HOUR_MS);
    expect((await verify(player.token)).json()).toEqual({ verified: 'email' });
    const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM accounts WHERE login = $1', [
      player.login,
    ]);
    const events = await auditOf(app, Number(rows[0]?.id));
    expect(events.filter((event) => event === 'emailConfirmed')).toHaveLength(1);
  });

  test('200 parallel uses of one link confirm once, and all say so', async () => {
    const player = await newcomer();
    const replies = await Promise.all(Array.from({ length: 200 }, () => verify(player.token)));
    expect(countByStatus(replies)).toEqual({ 200: 200 });
    const { rows } = await app.pool.query<{ count: string }>(
      `SELECT count(*) FROM audit WHERE event = 'emailConfirmed'
       AND account_id = (SELECT id FROM accounts WHERE login = $1)`,
      [player.login],
    );
    expect(rows[0]?.count).toBe('1');
  });

  test('a link is good for 24 hours', async () => {
    const [early, late] = [await newcomer(), await newcomer()];
    app.advanceMs(24 * HOUR_MS - 1);
    expect((await verify(early.token)).statusCode).toBe(200);
    app.advanceMs(1);
    const reply = await verify(late.token);
    expect([reply.statusCode, codeOf(reply)]).toEqual([422, 'verificationInvalid']);
  });

  test('1,000 forged tokens: none is accepted', async () => {
    const { token } = await newcomer();
    const forged = Array.from({ length: 1000 }, (_, at) => {
      const bytes = Buffer.from(token, 'base64url');
      if (at % 2) return randomBytes(32).toString('base64url');
      bytes[at % 32] = bytes[at % 32]! ^ (1 << (at % 8));
      return bytes.toString('base64url');
    });
    const replies = await Promise.all(forged.map((each) => verify(each)));
    expect(countByStatus(replies)).toEqual({ 422: 1000 });
  });

  test.each(['', 'x', ' ', '%00', 'null', "' OR 1=1 --", 'a'.repeat(256), 'a'.repeat(257)])(
    'E4 the token %j is refused',
    async (token) => {
      expect([400, 422]).toContain((await verify(token)).statusCode);
    },
  );

  test('a link confirms its own account, and none of 30 others', async () => {
    const players: Member[] = [];
    for (let at = 0; at < 30; at++) players.push(await createMember(app, { isVerified: false }));
    for (const player of players) await resend(player);
    const confirmed = async () => {
      const { rows } = await app.pool.query<{ id: string }>(
        'SELECT id FROM accounts WHERE is_verified AND id = ANY($1) ORDER BY id',
        [players.map(({ accountId }) => accountId)],
      );
      return rows.map(({ id }) => Number(id));
    };
    for (const [at, { email }] of players.entries()) {
      expect((await verify((await tokensFor(email))[0] ?? '')).statusCode).toBe(200);
      expect(await confirmed()).toEqual(players.slice(0, at + 1).map(({ accountId }) => accountId));
    }
  });

  test('a link confirms the address it was mailed to, and no later one', async () => {
    const other = await newcomer();
    await app.pool.query(`UPDATE accounts SET email = 'moved.box@example.org' WHERE login = $1`, [
      other.login,
    ]);
    expect(codeOf(await verify(other.token))).toBe('verificationInvalid');
    expect((await userOf(other.headers)).isVerified).toBe(false);
  });

  test('a blocked account confirms nothing', async () => {
    const player = await newcomer();
    await app.pool.query(`UPDATE accounts SET status = 'blocked' WHERE login = $1`, [player.login]);
    expect(codeOf(await verify(player.token))).toBe('verificationInvalid');
  });

  test('A5 only the hash of a token is stored', async () => {
    const { token } = await newcomer();
    const { rows } = await app.pool.query<{ line: string }>(`SELECT t::text AS line FROM email_tokens t`);
    const stored = rows.map(({ line }) => line).join('\n');
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
  });
});

describe('C2 the mail again', () => {
  test('of 200 parallel requests one sends a mail, and the old link is worth nothing', async () => {
    const player = await newcomer();
    app.advanceMs(10 * MINUTE_MS);
    const replies = await Promise.all(Array.from({ length: 200 }, () => resend(player)));
    expect(countByStatus(replies)).toEqual({ 200: 1, 429: 199 });
    for (const reply of replies.filter(({ statusCode }) => statusCode === 429)) {
      expect(codeOf(reply)).toBe('tooManyRequests');
      expect(Number(reply.headers['retry-after'])).toBe(600);
    }
    const tokens = await tokensFor(player.email);
    expect(tokens).toHaveLength(2);
    expect(codeOf(await verify(player.token))).toBe('verificationInvalid');
    expect((await verify(tokens[1] ?? '')).statusCode).toBe(200);
  });

  test('waits 10 minutes from the sign-up on, and says how long', async () => {
    const player = await newcomer();
    expect((await userOf(player.headers)).resendSeconds).toBe(600);
    app.advanceMs(4 * MINUTE_MS);
    const early = await resend(player);
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '360']);
    expect((await userOf(player.headers)).resendSeconds).toBe(360);
    app.advanceMs(6 * MINUTE_MS);
    const reply = await resend(player);
    expect([reply.statusCode, reply.json()]).toEqual([200, { resendSeconds: 600 }]);
    expect((await userOf(player.headers)).resendSeconds).toBe(600);
  });

  test('comes 10 times a day for an account', async () => {
    const player = await newcomer();
    const statuses = [];
    for (let at = 0; at < 12; at++) {
      app.advanceMs(10 * MINUTE_MS);
      statuses.push((await resend(player)).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
    app.advanceMs(24 * HOUR_MS);
    expect((await resend(player)).statusCode).toBe(200);
  });

  test('comes 20 times a day for a network address, and what is refused costs the account nothing', async () => {
    const strict = await createSibling(app, { config: { rateLimitScale: 1 } });
    await app.pool.query('DELETE FROM budgets');
    const players = [];
    for (let at = 0; at < 22; at++) players.push(await createMember(app, { isVerified: false }));
    const replies = [];
    for (const player of players) replies.push(await resend(player, strict));
    expect(countByStatus(replies)).toEqual({ 200: 20, 429: 2 });
    const { rows } = await app.pool.query<{ count: string }>(
      `SELECT count(*) FROM budgets WHERE name = 'verifyMails'`,
    );
    expect(rows[0]?.count).toBe('20');
    await strict.close();
  });

  test('is refused when the address is confirmed', async () => {
    const player = await newcomer();
    await verify(player.token);
    app.advanceMs(10 * MINUTE_MS);
    const reply = await resend(player);
    expect([reply.statusCode, codeOf(reply)]).toEqual([409, 'emailVerifiedAlready']);
  });

  test('needs a session', async () => {
    expect((await resend({ headers: { authorization: 'Bearer none' } })).statusCode).toBe(401);
  });
});

describe('an e-mail change', () => {
  const newAddress = ({ login }: Member) => `new.${login}@example.net`;
  async function changing(isVerified = true) {
    const player = await createMember(app, { isVerified });
    const email = newAddress(player);
    const reply = await app.post('/api/v1/user/email', { email, password: PASSWORD }, player.headers);
    expect(reply.statusCode).toBe(200);
    const [oldToken = ''] = await tokensFor(player.email);
    const [newToken = ''] = await tokensFor(email);
    return { player, email, oldToken, newToken };
  }

  test.each([
    ['old address first', true],
    ['new address first', false],
  ])('is in force when both have confirmed: %s', async (_, isOldFirst) => {
    const { player, email, oldToken, newToken } = await changing();
    const [first, second] = isOldFirst ? [oldToken, newToken] : [newToken, oldToken];
    expect((await verify(first)).json()).toEqual({ verified: 'changeStarted' });
    expect((await userOf(player.headers)).email).toBe(player.email);
    expect((await verify(first)).json()).toEqual({ verified: 'changeStarted' });
    expect((await verify(second)).json()).toEqual({ verified: 'changeDone' });
    // the session stays
    expect(await userOf(player.headers)).toMatchObject({ email, isVerified: true, pendingEmail: null });
    expect((await verify(first)).json()).toEqual({ verified: 'changeDone' });
    expect((await verify(second)).json()).toEqual({ verified: 'changeDone' });
    const notices = (await queuedMails(app, player.email)).filter(({ kind }) => kind === 'emailChanged');
    expect(notices).toMatchObject([{ variables: { login: player.login, newEmail: email } }]);
    expect((await auditOf(app, player.accountId)).filter((event) => event === 'emailChanged')).toHaveLength(
      1,
    );
  });

  test('of an address nobody confirmed asks only the new one, and tells the old one nothing', async () => {
    const { player, email, oldToken, newToken } = await changing(false);
    expect(oldToken).toBe('');
    expect((await verify(newToken)).json()).toEqual({ verified: 'changeDone' });
    expect(await userOf(player.headers)).toMatchObject({ email, isVerified: true });
    expect((await queuedMails(app, player.email)).map(({ kind }) => kind)).not.toContain('emailChanged');
  });

  test('both links at once, 20 times each: it happens once', async () => {
    const { player, email, oldToken, newToken } = await changing();
    const uses = Array.from({ length: 40 }, (_, at) => verify(at % 2 ? oldToken : newToken));
    expect(countByStatus(await Promise.all(uses))).toEqual({ 200: 40 });
    expect((await userOf(player.headers)).email).toBe(email);
    expect((await auditOf(app, player.accountId)).filter((event) => event === 'emailChanged')).toHaveLength(
      1,
    );
  });

  test('that somebody else was faster with says so and leaves the account as it is', async () => {
    const { player, email, oldToken, newToken } = await changing();
    await verify(oldToken);
    const taker = await createMember(app);
    await app.pool.query('UPDATE accounts SET email = $2 WHERE id = $1', [taker.accountId, email]);
    const reply = await verify(newToken);
    expect([reply.statusCode, codeOf(reply)]).toEqual([422, 'errorEmailExist']);
    expect((await userOf(player.headers)).email).toBe(player.email);
    // the link is not used up: the address may become free again
    await app.pool.query(`UPDATE accounts SET email = 'gone.away@example.org' WHERE id = $1`, [
      taker.accountId,
    ]);
    expect((await verify(newToken)).json()).toEqual({ verified: 'changeDone' });
  });

  test('two accounts that move to one address at the same moment: one gets it, one is told', async () => {
    const [one, other] = [await changing(), await changing()];
    for (const { player, oldToken } of [one, other]) {
      await verify(oldToken);
      await app.pool.query(
        `UPDATE email_changes SET new_email = 'wanted.box@example.net' WHERE account_id = $1`,
        [player.accountId],
      );
    }
    await app.pool.query(`UPDATE email_tokens SET email = 'wanted.box@example.net' WHERE email = ANY($1)`, [
      [one.email, other.email],
    ]);
    const replies = await Promise.all([verify(one.newToken), verify(other.newToken)]);
    expect(countByStatus(replies)).toEqual({ 200: 1, 422: 1 });
    expect(replies.map((reply) => codeOf(reply))).toContain('errorEmailExist');
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
        expect(codeOf(await verify(token))).toBe('verificationInvalid');
    const late = await changing();
    await verify(late.oldToken);
    app.advanceMs(24 * HOUR_MS);
    expect(codeOf(await verify(late.newToken))).toBe('verificationInvalid');
    const { rows } = await app.pool.query<{ email: string }>('SELECT email FROM accounts WHERE id = $1', [
      late.player.accountId,
    ]);
    expect(rows[0]?.email).toBe(late.player.email);
  });
});
