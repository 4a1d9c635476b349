import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { postAs, refusal } from '../../../support/players/cabinet.ts';
import { createPlayer, type Player, signUpForm } from '../../../support/app/factories.ts';
import { auditOf } from '../../../support/players/settings.ts';
import {
  applyPaymentEvent,
  giveCoins,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

let app: TestApp;
let sibling: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
  useFakeProvider(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const URL = '/api/v1/user/promo-code';
const save = (player: Player, code: string, key?: string, by = app) =>
  postAs(by, player, URL, { promo_code: code }, key);

async function rowOf({ accountId }: Player) {
  const { rows } = await app.pool.query<{ code: string; inviter_id: string | null; invited_at: Date | null }>(
    'SELECT user_promo_code AS code, inviter_id, invited_at FROM accounts WHERE id = $1',
    [accountId],
  );
  return rows[0]!;
}
const codeOf = async (player: Player) => (await rowOf(player)).code;
const inviterOf = async (player: Player) => {
  const { inviter_id: id } = await rowOf(player);
  return id === null ? null : Number(id);
};

describe('C3 the code of the inviter', () => {
  test('is saved once, with its time, and shown in the profile', async () => {
    const [inviter, player] = [await createPlayer(app.deps), await createPlayer(app.deps)];
    const code = await codeOf(inviter);
    const reply = await save(player, code);
    expect([reply.statusCode, reply.json()]).toEqual([200, { registrationPromoCode: code }]);
    expect(await rowOf(player)).toMatchObject({
      inviter_id: String(inviter.accountId),
      invited_at: app.deps.now(),
    });
    const profile = await app.get('/api/v1/user', player.headers);
    expect(profile.json()).toMatchObject({ user: { registrationPromoCode: code } });
    expect(await auditOf(app, player.accountId)).toEqual(['inviterSaved']);

    const again = await save(player, await codeOf(await createPlayer(app.deps)));
    expect(refusal(again)).toEqual([409, 'inviterSet']);
    expect(again.json()).toMatchObject({ errors: { promo_code: 'inviterSet' } });
    expect(await inviterOf(player)).toBe(inviter.accountId);
  });

  test('with the same key answers the same', async () => {
    const [inviter, player] = [await createPlayer(app.deps), await createPlayer(app.deps)];
    const code = await codeOf(inviter);
    const first = await save(player, code, 'save-once-key');
    const again = await save(player, code, 'save-once-key', sibling);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(refusal(await save(player, 'OTHERCODE', 'save-once-key'))).toEqual([409, 'idempotencyKeyReused']);
  });

  test.each([
    ['unknown', 'NOSUCHCODE', 'errorPromocode'],
    ["one's own", '', 'inviterOwn'],
  ])('is refused when it is %s', async (_, code, error) => {
    const player = await createPlayer(app.deps);
    const reply = await save(player, code || (await codeOf(player)));
    expect([reply.statusCode, reply.json()]).toMatchObject([
      422,
      { code: error, errors: { promo_code: error } },
    ]);
    expect(await inviterOf(player)).toBeNull();
  });

  test.each(['', 'кирилица', 'with space', 'X'.repeat(36), null, 7])('E4 %j is refused', async (code) => {
    const player = await createPlayer(app.deps);
    const reply = await postAs(app, player, URL, { promo_code: code });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toHaveProperty('errors.promo_code');
  });

  test('that belonged to a closed account is unknown', async () => {
    const [inviter, player] = [await createPlayer(app.deps), await createPlayer(app.deps)];
    await app.pool.query(
      `WITH left_behind AS (DELETE FROM sessions WHERE account_id = $1)
      UPDATE accounts SET status = 'closed' WHERE id = $1`,
      [inviter.accountId],
    );
    expect(refusal(await save(player, await codeOf(inviter)))).toEqual([422, 'errorPromocode']);
  });

  test('is refused after the first payment in euro, not after one in coins', async () => {
    const [inviter, player] = [await createPlayer(app.deps), await createPlayer(app.deps)];
    const code = await codeOf(inviter);
    await giveCoins(app, player.accountId, 100);
    const good = { product_id: GOOD.caseForCoins, product_type: 0, product_qty: 1 };
    expect((await postAs(app, player, '/api/v1/order/store-by-coin', good)).statusCode).toBe(200);
    const paid = await createPlayer(app.deps);
    const order = await pendingOrder(app, paid);
    await applyPaymentEvent(app, order, 'paid');
    // whatever the code, so that the answer tells nothing of it
    for (const any of [code, 'NOBODY0CODE'])
      expect(refusal(await save(paid, any))).toEqual([409, 'inviterTooLate']);
    await applyPaymentEvent(app, order, 'refunded');
    const late = await save(paid, code);
    expect(late.json()).toMatchObject({ errors: { promo_code: 'inviterTooLate' } });
    expect((await save(player, code)).statusCode).toBe(200);
  });

  test('of a sign-up is kept with its time', async () => {
    const inviter = await createPlayer(app.deps);
    const form = signUpForm('invitee', { promo_code: await codeOf(inviter) });
    expect((await app.post('/api/v1/auth/register', form)).statusCode).toBe(200);
    const { rows } = await app.pool.query(
      `SELECT inviter_id, invited_at FROM accounts WHERE login = 'invitee'`,
    );
    expect(rows).toEqual([{ inviter_id: String(inviter.accountId), invited_at: app.deps.now() }]);
  });
});

describe('RF1 the graph of inviters', () => {
  test.each([2, 3, 5, 10, 25])('closes no circle of %i', async (length) => {
    const line: Player[] = [];
    for (let at = 0; at < length; at++) line.push(await createPlayer(app.deps));
    for (let at = 1; at < length; at++)
      expect((await save(line[at]!, await codeOf(line[at - 1]!))).statusCode).toBe(200);
    expect(refusal(await save(line[0]!, await codeOf(line.at(-1)!)))).toEqual([422, 'errorPromocode']);
    expect(await inviterOf(line[0]!)).toBeNull();
  });

  test('closes none when all save each other at once, over two servers', async () => {
    const ring = await Promise.all(Array.from({ length: 6 }, () => createPlayer(app.deps)));
    const codes = await Promise.all(ring.map(codeOf));
    const replies = await Promise.all(
      ring.map((player, at) => save(player, codes[(at + 1) % 6]!, undefined, at % 2 ? app : sibling)),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  });
});

test('200 parallel saves, over two servers: one is stored', async () => {
  const player = await createPlayer(app.deps);
  const codes = await Promise.all(
    Array.from({ length: 4 }, async () => codeOf(await createPlayer(app.deps))),
  );
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, at) => save(player, codes[at % 4]!, undefined, at % 2 ? app : sibling)),
  );
  const saved = replies.filter(({ statusCode }) => statusCode === 200);
  expect(saved).toHaveLength(1);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409, 429]));
  const profile = await app.get('/api/v1/user', player.headers);
  expect(profile.json()).toMatchObject({ user: saved[0]!.json() });
  expect(await auditOf(app, player.accountId)).toEqual(['inviterSaved']);
});

test('guesses are counted: after 20 wrong codes a day the right one is not looked at', async () => {
  const [inviter, player] = [await createPlayer(app.deps), await createPlayer(app.deps)];
  for (let guess = 0; guess < 20; guess++)
    expect(refusal(await save(player, `WRONG${guess}`))).toEqual([422, 'errorPromocode']);
  const late = await save(player, await codeOf(inviter));
  expect([...refusal(late), Number(late.headers['retry-after']) > 0]).toEqual([429, 'tooManyRequests', true]);
  app.advanceMs(24 * 60 * 60_000);
  await app.pool.query(
    `UPDATE sessions SET expires_at = created_at + interval '30 days', last_seen_at = $1`,
    [app.deps.now()],
  );
  expect((await save(player, await codeOf(inviter))).statusCode).toBe(200);
});
