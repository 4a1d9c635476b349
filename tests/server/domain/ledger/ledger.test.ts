import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { brokenInvariants, invariantQuery, invariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { decrypt, encrypt } from '#/server/platform/kernel/encryption.ts';
import { transfer, transferEach, tryTransfer, type LedgerAccount } from '#/server/domain/ledger/ledger.ts';
import { createPlayer, open } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const move = (from: LedgerAccount, to: LedgerAccount, amount: number, refId: string, reason = 'test') =>
  withTx(app.pool, (tx) => tryTransfer(tx, { from, to, amount, reason, refType: 'test', refId }));

const walletWith = async (coins: number): Promise<LedgerAccount> => {
  const { accountId: ownerId } = await createPlayer(app.deps);
  const wallet: LedgerAccount = { kind: 'wallet', ownerId };
  if (coins) await move({ kind: 'bonus' }, wallet, coins, `start-${ownerId}`);
  return wallet;
};

const balanceOf = async (account: LedgerAccount) => {
  const { rows } = await app.pool.query<{ balance: string }>(
    'SELECT balance FROM ledger_accounts WHERE kind = $1 AND owner_id = $2',
    [account.kind, 'ownerId' in account ? account.ownerId : null],
  );
  return Number(rows[0]?.balance);
};

describe('N3 the ledger', () => {
  test('moves coins and answers what the payer has left', async () => {
    const wallet = await walletWith(100);
    expect(await move(wallet, { kind: 'shop' }, 30, 'simple')).toEqual({ outcome: 'moved', balance: 70 });
    expect(await balanceOf(wallet)).toBe(70);
  });

  test('a wallet never pays more than it has, 200 requests at once', async () => {
    // enough of them succeed that several wait for the wallet when it runs out
    const wallet = await walletWith(1000);
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, at) => move(wallet, { kind: 'shop' }, 30, `race-${at}`)),
    );
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'moved')).toHaveLength(33);
    expect(outcomes.filter((outcome) => outcome === 'notEnough')).toHaveLength(167);
    expect(await balanceOf(wallet)).toBe(10);
  });

  test('one cause moves coins once, 50 requests at once', async () => {
    const wallet = await walletWith(100);
    const results = await Promise.all(
      Array.from({ length: 50 }, () => move(wallet, { kind: 'shop' }, 10, 'one-cause')),
    );
    expect(results.filter(({ outcome }) => outcome === 'moved')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(49);
    expect(await balanceOf(wallet)).toBe(90);
  });

  test('both ledger accounts are locked before coins move, and the next statement waits for no answer', async () => {
    const wallet = await walletWith(100);
    const sent: string[] = [];
    await withTx(app.pool, async (tx, client) => {
      const query = vi.spyOn(client, 'query');
      const cause = { reason: 'test', refType: 'test', refId: 'in-order' };
      const moved = tryTransfer(tx, { from: wallet, to: { kind: 'shop' }, amount: 1, ...cause });
      const each = { from: wallet, to: { kind: 'shop' as const }, ...cause, reason: 'each' };
      await Promise.all([moved, transferEach(tx, { ...each, moves: [{ refId: 'in-order', amount: 1 }] })]);
      sent.push(...query.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text));
    });
    expect(sent.map((text) => /FOR UPDATE|INSERT INTO ledger_transfers/.exec(text)?.[0])).toEqual([
      'FOR UPDATE',
      'INSERT INTO ledger_transfers',
      'FOR UPDATE',
      'INSERT INTO ledger_transfers',
    ]);
  });

  test('transfers in both directions at once end without loss', async () => {
    const [a, b] = [await walletWith(1000), await walletWith(1000)];
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => (at % 2 ? move(a, b, 7, `ab-${at}`) : move(b, a, 5, `ba-${at}`))),
    );
    expect([await balanceOf(a), await balanceOf(b)]).toEqual([940, 1060]);
  });

  test.each([0, -1, 0.5, NaN, Infinity, 2 ** 53])('%d coins cannot be moved', async (amount) => {
    const wallet = await walletWith(10);
    await expect(move(wallet, { kind: 'shop' }, amount, 'bad')).rejects.toThrow(RangeError);
  });

  test('what a rolled back transaction moved is back', async () => {
    const wallet = await walletWith(50);
    const broken = withTx(app.pool, async (tx) => {
      await transfer(tx, {
        from: wallet,
        to: { kind: 'shop' },
        amount: 50,
        reason: 'test',
        refType: 'test',
        refId: 'undone',
      });
      throw new Error('undo');
    });
    await expect(broken).rejects.toThrow('undo');
    expect(await balanceOf(wallet)).toBe(50);
  });
});

describe('N3 written rows stay', () => {
  const REFUSED = { code: '23001' };

  test.each(['ledger_transfers', 'draws', 'case_odds'])(
    '%s takes no update, no delete, no truncate',
    async (table) => {
      const player = await createPlayer(app.deps, { 1: 1 });
      await open(app, player, { case_id: 1 });
      await walletWith(5);
      const column = table === 'case_odds' ? 'revision' : 'id';
      await expect(app.pool.query(`UPDATE ${table} SET ${column} = DEFAULT`)).rejects.toBeInstanceOf(Error);
      await expect(app.pool.query(`UPDATE ${table} SET created_at = now()`)).rejects.toMatchObject(REFUSED);
      await expect(app.pool.query(`DELETE FROM ${table}`)).rejects.toMatchObject(REFUSED);
      await expect(app.pool.query(`TRUNCATE ${table} CASCADE`)).rejects.toMatchObject(REFUSED);
    },
  );

  test.each([
    ['a negative wallet', `UPDATE ledger_accounts SET balance = -1 WHERE kind = 'wallet'`, '23514'],
    ['a lot opened too often', 'UPDATE case_lots SET opened = bought + 1', '23514'],
    [
      'odds under a wrong name',
      `INSERT INTO case_odds VALUES ('${'0'.repeat(64)}', 1, 99, 'ODDS1')`,
      '23514',
    ],
    ['a lot with the odds of another case', 'UPDATE case_lots SET case_id = 2 WHERE case_id = 1', '23503'],
    [
      'a second coupon for a draw',
      `INSERT INTO coupons (account_id, item_id, draw_id, is_swap_available,
      premium_coins_price, created_at) SELECT account_id, item_id, draw_id, true, 1, now() FROM coupons`,
      '23505',
    ],
    [
      'a second live epoch',
      `INSERT INTO fair_epochs (public_id, account_id, chain_id, idx, commitment,
      server_seed_encrypted, created_at) SELECT public_id || 'x', account_id, chain_id, idx + 1, commitment,
      server_seed_encrypted, now() FROM fair_epochs`,
      '23505',
    ],
  ])('the database refuses %s', async (_, statement, code) => {
    await open(app, await createPlayer(app.deps, { 1: 1 }), { case_id: 1 });
    await expect(app.pool.query(statement)).rejects.toMatchObject({ code });
  });
});

describe('the invariants notice', () => {
  // each breaks one rule inside a transaction that is rolled back
  test.each([
    [
      'LE1',
      `ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_balance;
      UPDATE ledger_accounts SET balance = balance + 1 WHERE kind = 'shop' AND part = 0`,
    ],
    [
      'LE2',
      `UPDATE ledger_accounts SET balance = balance + CASE kind WHEN 'shop' THEN 1 ELSE -1 END
      WHERE kind IN ('shop', 'bonus') AND part = 0`,
    ],
    [
      'LE3',
      `ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_balance;
      UPDATE ledger_accounts SET balance = -1 WHERE kind = 'wallet'`,
    ],
    ['ST1', 'UPDATE case_lots SET opened = 0'],
    ['ST2', 'DELETE FROM coupons'],
    ['FA1', 'UPDATE fair_epochs SET next_nonce = next_nonce + 1'],
    [
      'FA5',
      `INSERT INTO case_odds SELECT encode(sha256(convert_to(t, 'UTF8')), 'hex'), 1, 99, t, now()
      FROM (VALUES (E'ODDS1\\n1\\n99\\n100:999999\\n')) v(t)`,
    ],
    [
      'AC4',
      `INSERT INTO sessions (account_id, kind, token_hash, created_at, last_seen_at, expires_at)
      SELECT account_id, 'bearer', sha256(token_hash || n::text::bytea), now(), now(), now()
      FROM sessions, generate_series(1, 11) n`,
    ],
  ])('%s broken', async (name, statement) => {
    await open(app, await createPlayer(app.deps, { 1: 1 }), { case_id: 1 });
    const client = await app.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(statement);
      const broken = [];
      for (const [rule, text] of Object.entries(invariants)) {
        const { rows } = await client.query<{ count: string }>(invariantQuery(text));
        if (rows[0]?.count !== '0') broken.push(rule.split(' ')[0]);
      }
      expect(broken).toContain(name);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('encryption at rest', () => {
  const key = onlyKey(Buffer.alloc(32, 7));
  const other = onlyKey(Buffer.alloc(32, 8));

  test('gives back what was put in, never the same bytes twice', () => {
    const [a, b] = [encrypt(key, 'fairSeed', 'e-1', 'secret'), encrypt(key, 'fairSeed', 'e-1', 'secret')];
    expect(a.equals(b)).toBe(false);
    expect([a, b].map((stored) => decrypt(key, 'fairSeed', 'e-1', stored))).toEqual(['secret', 'secret']);
  });

  test('N13 what another readable secret sealed is read, and the current one seals', () => {
    const both = { current: key.current, readable: [key.current, other.current] };
    expect(decrypt(both, 'fairSeed', 'e-1', encrypt(other, 'fairSeed', 'e-1', 'secret'))).toBe('secret');
    expect(decrypt(key, 'fairSeed', 'e-1', encrypt(both, 'fairSeed', 'e-1', 'secret'))).toBe('secret');
  });

  test.each([
    ['another key', other, 'fairSeed', 'e-1', -1],
    ['another purpose', key, 'totp', 'e-1', -1],
    ['another row', key, 'fairSeed', 'e-2', -1],
    ['a changed version', key, 'fairSeed', 'e-1', 0],
    ['a changed IV', key, 'fairSeed', 'e-1', 1],
    ['a changed tag', key, 'fairSeed', 'e-1', 13],
    ['a changed text', key, 'fairSeed', 'e-1', 29],
  ])('%s does not decrypt', (_, otherKey, purpose, owner, changedByte) => {
    const stored = encrypt(key, 'fairSeed', 'e-1', 'secret');
    if (changedByte >= 0) stored[changedByte]! ^= 1;
    expect(() => decrypt(otherKey, purpose, owner, stored)).toThrow(Error);
  });
});
