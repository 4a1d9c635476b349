import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { UserReply } from '#/contract/session.ts';
import { grantCases } from '#/server/domain/ledger/grantCases.ts';
import { brokenInvariants, invariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { remindUnconfirmed } from '#/server/jobs/remindUnconfirmed.ts';
import { removeUnconfirmed } from '#/server/jobs/removeUnconfirmed.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { JOBS } from '#/server/jobs/jobs.ts';
import { runDueJobs } from '../../../support/app/dueJobs.ts';
import { CAPTCHA, open, PASSWORD, signUpForm } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { pendingOrder, saveCart } from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { blockAccount } from '../../../support/players/blocks.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  // remaining accounts must not affect the next test
  await app.pool.query('UPDATE accounts SET is_verified = true');
});
afterAll(() => app.close());

const unconfirmed = (stock: Record<number, number> = {}) => createMember(app, { isVerified: false, stock });
const verify = (token: string) => app.post('/api/v1/auth/email/verify', { token, confirmed: true });

async function exists({ accountId }: Member): Promise<boolean> {
  const { rowCount } = await app.pool.query('SELECT FROM accounts WHERE id = $1', [accountId]);
  return rowCount === 1;
}

async function tombstones({ accountId }: Member): Promise<object[]> {
  const { rows } = await app.pool.query<{ actor: string; created_at: Date }>(
    `SELECT actor, created_at FROM audit WHERE event = 'accountRemoved' AND account_id = $1`,
    [accountId],
  );
  return rows;
}

const mailsOf = async ({ email }: Member) =>
  (await queuedMails(app, email)).flatMap(({ kind, variables }) =>
    kind === 'unconfirmed' && 'daysLeft' in variables ? [variables] : [],
  );

/** Coins that come to the player, or leave them. */
const pay = ({ accountId }: Member, isEarning = true) =>
  withTx(app.pool, (tx) => {
    const wallet = { kind: 'wallet', ownerId: accountId } as const;
    const [from, to] = isEarning ? [{ kind: 'sales' } as const, wallet] : [wallet, { kind: 'shop' } as const];
    const cause = { reason: isEarning ? 'earned' : 'spent', refType: 'test', refId: String(accountId) };
    return transfer(tx, { from, to, amount: 10, ...cause });
  });

/** The tables that refer to an account, however far, with a row of it. */
async function rowsOf(accountId: number): Promise<string[]> {
  const { rows: references } = await app.pool.query<{ table: string; column: string }>(
    `SELECT conrelid::regclass::text AS table, a.attname AS column FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]
     WHERE contype = 'f' AND confrelid = 'accounts'::regclass`,
  );
  const found = [];
  for (const { table, column } of references) {
    const { rowCount } = await app.pool.query(`SELECT FROM ${table} WHERE ${column} = $1`, [accountId]);
    if (rowCount) found.push(`${table}.${column}`);
  }
  return found;
}

describe('AC6 an unconfirmed account', () => {
  test('is there after 13 d 23 h 59 min, and gone after 14 days with everything that was its own', async () => {
    const form = signUpForm('Forgotten');
    const reply = await app.post('/api/v1/auth/register', form);
    const headers = { authorization: `Bearer ${reply.json<{ token: string }>().token}` };
    const { user } = (await app.get('/api/v1/user', headers)).json<UserReply>();
    const { rows } = await app.pool.query<{ id: string; code: string }>(
      `SELECT id, user_promo_code AS code FROM accounts WHERE login = 'Forgotten'`,
    );
    const accountId = Number(rows[0]?.id);
    const player = { accountId, email: form['email'] } as Member;
    const invited = await app.post(
      '/api/v1/auth/register',
      signUpForm('Invited', { promo_code: rows[0]?.code }),
    );
    expect(invited.statusCode).toBe(200);
    await app.pool.query(`UPDATE accounts SET is_verified = true WHERE login = 'Invited'`);
    expect(await rowsOf(accountId)).toEqual(
      expect.arrayContaining(['sessions.account_id', 'email_tokens.account_id', 'fair_chains.account_id']),
    );

    app.advanceMs(14 * DAY_MS - MINUTE_MS);
    await removeUnconfirmed(app.deps);
    expect(await exists(player)).toBe(true);
    app.advanceMs(MINUTE_MS);
    expect(user.deletedAfter).toBe(app.deps.now().toISOString());
    await removeUnconfirmed(app.deps);
    expect(await exists(player)).toBe(false);
    expect(await rowsOf(accountId)).toEqual([]);
    expect(await tombstones(player)).toEqual([{ actor: 'site', created_at: app.deps.now() }]);
    expect((await app.get('/api/v1/user', headers)).statusCode).toBe(401);
    const signIn = { server: 'everest', login: 'Forgotten', password: PASSWORD, captcha: CAPTCHA };
    expect((await app.post('/api/v1/auth/login', signIn)).statusCode).toBe(422);
    // login and address are free again, and the invited player still exists
    expect((await app.post('/api/v1/auth/register', form)).statusCode).toBe(200);
    const { rows: left } = await app.pool.query(`SELECT inviter_id FROM accounts WHERE login = 'Invited'`);
    expect(left).toEqual([{ inviter_id: null }]);
  });

  test.each<[string, (player: Member) => Promise<unknown>]>([
    ['coins came to it', (player) => pay(player)],
    [
      'coins came and went',
      async (player) => {
        await pay(player);
        await pay(player, false);
      },
    ],
    [
      'it has bought a case',
      ({ accountId }) =>
        withTx(app.pool, (tx) => {
          const cause = { reason: 'order', refType: 'test', refId: String(accountId) };
          return grantCases(tx, { accountId, caseId: 1, count: 1, ...cause });
        }),
    ],
    ['it has opened a gift', (player) => open(app, player, { case_id: 1 })],
    ['something was ordered for it, which may yet be paid', (player) => pendingOrder(app, player)],
    ['it was blocked', ({ accountId }) => blockAccount(app, accountId)],
    [
      'it was confirmed in time',
      async ({ headers, email }) => {
        await app.inject({ method: 'POST', url: '/api/v1/user/resend-verify', headers });
        const [mail] = await queuedMails(app, email);
        const token = mail && 'token' in mail.variables ? mail.variables.token : '';
        expect((await verify(token)).statusCode).toBe(200);
      },
    ],
  ])('stays for good when %s, and is not threatened', async (_, happens) => {
    const player = await unconfirmed({ 1: 2 });
    await happens(player);
    const { user } = (await app.get('/api/v1/user', player.headers)).json<UserReply>();
    expect(user?.deletedAfter ?? null).toBeNull();
    for (const days of [7, 6, 1, 30]) {
      app.advanceMs(days * DAY_MS);
      await remindUnconfirmed(app.deps);
      await removeUnconfirmed(app.deps);
    }
    expect(await exists(player)).toBe(true);
    expect(await tombstones(player)).toEqual([]);
    expect(await mailsOf(player)).toEqual([]);
  });

  test('goes with a gift that it never opened, and a cart that was never ordered', async () => {
    const player = await unconfirmed({ 1: 2 });
    await saveCart(app, player);
    app.advanceMs(14 * DAY_MS);
    await removeUnconfirmed(app.deps);
    expect([await exists(player), await rowsOf(player.accountId)]).toEqual([false, []]);
  });

  test.each(['expired', 'failed'] as const)(
    'AC6 is closed when all that was ordered for it has %s: login and address are free again',
    async (state) => {
      const player = await unconfirmed();
      await pendingOrder(app, player);
      await app.pool.query('UPDATE orders SET state = $2 WHERE account_id = $1', [player.accountId, state]);
      const { user } = (await app.get('/api/v1/user', player.headers)).json<UserReply>();
      expect(user.deletedAfter).not.toBeNull();
      app.advanceMs(14 * DAY_MS);
      await removeUnconfirmed(app.deps);
      const { rows } = await app.pool.query<{ status: string }>('SELECT status FROM accounts WHERE id = $1', [
        player.accountId,
      ]);
      expect(rows).toEqual([{ status: 'closed' }]);
      const form = signUpForm(player.login, { email: player.email });
      expect((await app.post('/api/v1/auth/register', form)).statusCode).toBe(200);
      await app.pool.query(`UPDATE orders SET state = 'pending' WHERE account_id = $1`, [player.accountId]);
    },
  );

  test('is confirmed or removed when both happen at once, never half', async () => {
    const players: Member[] = [];
    for (let at = 0; at < 20; at++) players.push(await unconfirmed());
    app.advanceMs(13 * DAY_MS + MINUTE_MS);
    await remindUnconfirmed(app.deps);
    const tokens: string[] = [];
    for (const player of players) tokens.push((await mailsOf(player)).at(-1)?.token ?? '');
    app.advanceMs(DAY_MS - MINUTE_MS);
    const [replies] = await Promise.all([
      Promise.all(tokens.toReversed().map((token) => verify(token))).then((all) => all.toReversed()),
      removeUnconfirmed(app.deps),
    ]);
    for (const [at, player] of players.entries()) {
      const isConfirmed = replies[at]?.statusCode === 200;
      expect([200, 422]).toContain(replies[at]?.statusCode);
      expect([await exists(player), (await tombstones(player)).length]).toEqual(
        isConfirmed ? [true, 0] : [false, 1],
      );
    }
  });

  test('is paid or removed when both happen at once, and no coin is lost', async () => {
    const players: Member[] = [];
    for (let at = 0; at < 20; at++) players.push(await unconfirmed());
    app.advanceMs(14 * DAY_MS);
    const [payments] = await Promise.all([
      Promise.allSettled(players.toReversed().map((player) => pay(player))).then((all) => all.toReversed()),
      removeUnconfirmed(app.deps),
    ]);
    for (const [at, player] of players.entries()) {
      const isPaid = payments[at]?.status === 'fulfilled';
      expect([await exists(player), (await tombstones(player)).length]).toEqual(
        isPaid ? [true, 0] : [false, 1],
      );
    }
  });

  test('is removed once by servers that try at the same time', async () => {
    const sibling = await createSibling(app);
    const players = [await unconfirmed(), await unconfirmed(), await unconfirmed()];
    app.advanceMs(14 * DAY_MS);
    const there = { ...sibling.deps, now: app.deps.now };
    await Promise.all([app.deps, there, app.deps, there].map(removeUnconfirmed));
    for (const player of players) expect(await tombstones(player)).toHaveLength(1);
    await sibling.close();
  });

  test('that something still refers to stays, is reported, and keeps no other', async () => {
    const [kept, gone] = [await unconfirmed(), await unconfirmed()];
    await app.pool.query('CREATE TABLE later_things (account_id bigint REFERENCES accounts (id))');
    await app.pool.query('INSERT INTO later_things VALUES ($1)', [kept.accountId]);
    app.advanceMs(14 * DAY_MS);
    await runDueJobs(
      app.deps,
      JOBS.filter(({ name }) => name === 'removeUnconfirmed'),
    );
    expect([await exists(kept), await exists(gone)]).toEqual([true, false]);
    const { rows } = await app.pool.query(`SELECT last_error FROM jobs WHERE name = 'removeUnconfirmed'`);
    expect(rows).toEqual([{ last_error: '1 accounts were left out' }]);
    await app.pool.query('DROP TABLE later_things');
  });

  test('whose tombstone is too young, or whose account lives, breaks the invariant', async () => {
    const player = await unconfirmed();
    const name = Object.keys(invariants).find((key) => key.startsWith('AC6')) ?? '';
    const client = await app.pool.connect();
    const violations = async (accountId: number, ageMs: number) => {
      const created = new Date(app.deps.now().getTime() - ageMs).toISOString();
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO audit (account_id, actor, event, detail, created_at)
         VALUES ($1, 'site', 'accountRemoved', $2, $3)`,
        [accountId, { accountCreatedAt: created }, app.deps.now()],
      );
      const { rows } = await client.query<{ count: string }>(invariants[name] ?? '');
      await client.query('ROLLBACK');
      return rows[0]?.count;
    };
    expect(await violations(987_654, 14 * DAY_MS)).toBe('0');
    expect(await violations(987_654, 14 * DAY_MS - 1)).toBe('1');
    expect(await violations(player.accountId, 14 * DAY_MS)).toBe('1');
    client.release();
  });
});
