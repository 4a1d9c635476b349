import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { issueEmailToken, takeEmailToken, type EmailProof } from '#/server/domain/accounts/emailTokens.ts';
import { countByStatus, PASSWORD } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { auditOf, bearerOf, createMember, type Member } from '../../../support/players/settings.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let sibling: TestApp;
let player: Member;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(async () => {
  await sibling.close();
  await app.close();
});

function advanceMs(durationMs: number) {
  for (const server of [app, sibling]) server.advanceMs(durationMs);
}

const newEmail = () => `new.${player.login}@example.net`;
const change = (body: object = {}, through = app) =>
  through.post('/api/v1/user/email', { email: newEmail(), password: PASSWORD, ...body }, player.headers);
const cancel = () => app.inject({ method: 'DELETE', url: '/api/v1/user/email', headers: player.headers });
const pendingEmail = async () =>
  (await app.get('/api/v1/user', player.headers)).json<{ user: { pendingEmail: string | null } }>().user
    .pendingEmail;
const take = (token: string, through = app) =>
  withTx(through.pool, (tx) => takeEmailToken(tx, through.deps, token));

/** The token of the newest mail of a kind. */
async function mailedToken(to: string, kind: 'emailChangeOld' | 'emailChangeNew'): Promise<string> {
  const mails = (await queuedMails(app, to)).filter((mail) => mail.kind === kind);
  return (mails.at(-1)?.variables as { token: string } | undefined)?.token ?? '';
}

describe('C9 changing the e-mail', () => {
  test('mails a link to both addresses; nothing has changed yet', async () => {
    player = await createMember(app);
    const reply = await change();
    expect([reply.statusCode, reply.json()]).toEqual([200, { pendingEmail: newEmail() }]);
    expect(await pendingEmail()).toBe(newEmail());
    const tokens = [
      await mailedToken(player.email, 'emailChangeOld'),
      await mailedToken(newEmail(), 'emailChangeNew'),
    ];
    expect(await queuedMails(app, player.email)).toMatchObject([
      { kind: 'emailChangeOld', locale: 'ru', variables: { login: player.login, newEmail: newEmail() } },
    ]);
    const { rows } = await app.pool.query<{ hash: Buffer; line: string }>(
      'SELECT token_hash AS hash, t::text AS line FROM email_tokens t WHERE account_id = $1',
      [player.accountId],
    );
    const hashes = rows.map(({ hash }) => hash.toString('hex'));
    for (const token of tokens) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(hashes).toContain(createHash('sha256').update(token).digest('hex'));
      expect(rows.map(({ line }) => line).join()).not.toContain(token);
    }
    const accountId = player.accountId;
    expect(await take(tokens[0]!)).toEqual({ accountId, purpose: 'changeOld', email: player.email });
    expect(await take(tokens[1]!)).toEqual({ accountId, purpose: 'changeNew', email: newEmail() });
    const { rows: accounts } = await app.pool.query('SELECT email FROM accounts WHERE id = $1', [accountId]);
    expect(accounts).toEqual([{ email: player.email }]);
    expect(await auditOf(app, accountId)).toEqual(['emailChangeAsked']);
  });

  test('an address that nobody has confirmed has no say', async () => {
    player = await createMember(app, { isVerified: false });
    await change();
    expect(await queuedMails(app, player.email)).toEqual([]);
    const { rows } = await app.pool.query(
      'SELECT old_confirmed_at, new_confirmed_at FROM email_changes WHERE account_id = $1',
      [player.accountId],
    );
    expect(rows).toEqual([{ old_confirmed_at: null, new_confirmed_at: null }]);
  });

  test('asked again, it starts anew: the links before are worth nothing', async () => {
    player = await createMember(app);
    await change();
    const before = [
      await mailedToken(player.email, 'emailChangeOld'),
      await mailedToken(newEmail(), 'emailChangeNew'),
    ];
    const other = `other.${player.login}@example.net`;
    expect((await change({ email: other })).json()).toEqual({ pendingEmail: other });
    for (const token of before) expect(await take(token)).toBeNull();
    expect((await take(await mailedToken(other, 'emailChangeNew')))?.email).toBe(other);
    expect(await pendingEmail()).toBe(other);
  });

  test('given up, its links are worth nothing; giving up twice is fine', async () => {
    player = await createMember(app);
    await change();
    for (let times = 0; times < 2; times++) {
      const reply = await cancel();
      expect([reply.statusCode, reply.json()]).toEqual([200, { pendingEmail: null }]);
    }
    expect(await pendingEmail()).toBeNull();
    expect(await take(await mailedToken(player.email, 'emailChangeOld'))).toBeNull();
    expect(await take(await mailedToken(newEmail(), 'emailChangeNew'))).toBeNull();
    expect(await auditOf(app, player.accountId)).toEqual(['emailChangeAsked', 'emailChangeCancelled']);
  });

  test('is over after 24 hours', async () => {
    player = await createMember(app);
    await change();
    const token = await mailedToken(newEmail(), 'emailChangeNew');
    advanceMs(DAY_MS);
    player.headers = { authorization: (await bearerOf(app, player.login)).authorization };
    expect(await pendingEmail()).toBeNull();
    expect(await take(token)).toBeNull();
  });

  test.each([
    [{ password: 'not-my-password-1' }, 422, { password: 'passwordInvalid' }],
    [{ password: '' }, 400, { password: 'passwordRequired' }],
    [{ email: 'no address' }, 400, { email: 'emailInvalid' }],
    [{ email: `${'x'.repeat(45)}@example.org` }, 400, { email: 'emailInvalid' }],
    [{ email: 'UPPER@example.org' }, 400, { email: 'emailInvalid' }],
  ])('%j is refused at its field', async (body, status, errors) => {
    player = await createMember(app);
    const reply = await change(body);
    expect([reply.statusCode, reply.json<ErrorReply>().errors]).toEqual([status, errors]);
    expect(await pendingEmail()).toBeNull();
  });

  test('the own address and one that is taken on the server are refused; on another server it is free', async () => {
    player = await createMember(app);
    const stranger = await createMember(app);
    expect((await change({ email: player.email })).json<ErrorReply>().errors).toEqual({ email: 'emailSame' });
    expect((await change({ email: stranger.email })).json<ErrorReply>().errors).toEqual({
      email: 'errorEmailExist',
    });
    await app.pool.query(`UPDATE accounts SET server_key = 'fuji' WHERE id = $1`, [stranger.accountId]);
    expect((await change({ email: stranger.email })).statusCode).toBe(200);
  });

  test('who does not know the password is not told which addresses exist', async () => {
    player = await createMember(app);
    const stranger = await createMember(app);
    const replies = [
      await change({ password: 'wrong-guess-1', email: stranger.email }),
      await change({ password: 'wrong-guess-1' }),
      await change({ password: 'wrong-guess-1', email: player.email }),
    ];
    const bodies = replies.map(({ body }) => body.replace(/"requestId":"[^"]*"/, ''));
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  test('of 10 askings at once 5 are answered in a day', async () => {
    player = await createMember(app);
    const replies = await Promise.all(
      // within the rate limit of passwords
      Array.from({ length: 10 }, (_, at) =>
        change({ email: `asked${at}@example.org` }, at % 2 ? sibling : app),
      ),
    );
    expect(countByStatus(replies)).toEqual({ 200: 5, 429: 5 });
    const { rows } = await app.pool.query(
      `SELECT purpose, count(*) FILTER (WHERE used_at IS NULL AND expires_at > $2)::int AS good
       FROM email_tokens WHERE account_id = $1 GROUP BY purpose ORDER BY purpose`,
      [player.accountId, app.deps.now()],
    );
    expect(rows).toEqual([
      { purpose: 'changeNew', good: 1 },
      { purpose: 'changeOld', good: 1 },
      // each mail to the old address has a link that stops the change
      { purpose: 'notMe', good: 5 },
    ]);
  });
});

describe('the token of a mailed link', () => {
  const issue = (proof: EmailProof, through = app) =>
    withTx(through.pool, (tx) => issueEmailToken(tx, through.deps, proof));
  const proofOf = ({ accountId, email }: Member): EmailProof => ({ accountId, purpose: 'verify', email });

  test('is taken once, of 50 requests at once on two servers', async () => {
    player = await createMember(app);
    const token = await issue(proofOf(player));
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, at) => take(token, at % 2 ? sibling : app)),
    );
    expect(taken.filter(Boolean)).toEqual([proofOf(player)]);
    expect(await take(token)).toBeNull();
  });

  test('is good for 24 hours', async () => {
    player = await createMember(app);
    const [early, late] = [
      await issue(proofOf(player)),
      await issue({ ...proofOf(player), purpose: 'changeOld' }),
    ];
    advanceMs(DAY_MS - 1);
    expect(await take(early)).not.toBeNull();
    advanceMs(1);
    expect(await take(late)).toBeNull();
  });

  test('of links asked for at once one is good', async () => {
    player = await createMember(app);
    const tokens = await Promise.all(
      Array.from({ length: 10 }, (_, at) => issue(proofOf(player), at % 2 ? sibling : app)),
    );
    const good = await app.pool.query('SELECT FROM email_tokens WHERE account_id = $1 AND expires_at > $2', [
      player.accountId,
      app.deps.now(),
    ]);
    expect([new Set(tokens).size, good.rowCount]).toEqual([10, 1]);
  });

  test('200 forged ones are worth nothing', async () => {
    player = await createMember(app);
    const token = await issue(proofOf(player));
    for (let at = 0; at < 200; at++) {
      const forged = at % 2 ? `${token.slice(0, -4)}${String(at).padStart(4, '0')}` : `forged-${at}`;
      if (forged !== token) expect(await take(forged)).toBeNull();
    }
    expect(await take(token)).toEqual(proofOf(player));
  });
});
