import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countActive, referralReason } from '#/server/domain/referral/referral.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { giveCoupons } from '../../../support/players/cabinet.ts';
import { invite, inviteActive, shareDevice, verify } from '../../../support/players/referrals.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { recordStatements } from '../../../support/tools/recordStatements.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterAll(() => app.close());

const paid = async (player: Player, amount: number) =>
  applyPaymentEvent(app, await pendingOrder(app, player, { amount }), 'paid');
const change = ({ accountId }: Player, of: 'accounts' | 'orders', set: string, values: unknown[] = []) =>
  app.pool.query(`UPDATE ${of} SET ${set} WHERE ${of === 'accounts' ? 'id' : 'account_id'} = $1`, [
    accountId,
    ...values,
  ]);
const idle = (player: Player) => change(player, 'orders', `granted_at = granted_at - interval '31 days'`);

/** Players of whom each differs from one who counts in one thing, and some in two. */
const ODD: readonly ((player: Player, inviter: Player) => Promise<unknown>)[] = [
  (player) => paid(player, 50),
  (player) => paid(player, 49),
  async (player) => {
    await paid(player, 45);
    await paid(player, 5);
  },
  async (player) => {
    await paid(player, 50);
    await change(player, 'accounts', 'is_verified = false');
  },
  async (player) => {
    await paid(player, 50);
    await change(player, 'accounts', `status = 'closed'`);
  },
  async (player, inviter) => {
    await paid(player, 50);
    await shareDevice(app, [inviter, player]);
  },
  async (player) => {
    await paid(player, 50);
    await idle(player);
  },
  async (player) => {
    await paid(player, 50);
    await idle(player);
    await giveCoupons(app, player, 1, { state: 'converted', price: 0 });
  },
  async (player) => {
    await applyPaymentEvent(app, await pendingOrder(app, player), 'paid');
    await change(player, 'orders', 'refunded_cents = total_cents - 499');
  },
  async (player) => {
    await paid(player, 50);
    await change(player, 'orders', 'missing_cents = 1');
  },
  async (player, inviter) => {
    await paid(player, 50);
    await change(player, 'orders', 'buyer_id = $2', [inviter.accountId]);
  },
  (player) => pendingOrder(app, player),
  (player) => giveCoupons(app, player, 1, { state: 'owned' }),
];

async function fullCount({ accountId }: Player): Promise<number> {
  const { rows } = await app.deps.db.execute<{ reason: string }>(sql`
    SELECT ${referralReason(app.deps)} AS reason FROM accounts player WHERE player.inviter_id = ${accountId}`);
  return rows.filter(({ reason }) => reason === 'active').length;
}
const count = ({ accountId }: Player, most?: number) => countActive(app.deps.db, app.deps, accountId, most);

test('C7 the count is that of the players whose reason is active, whatever is odd about the others', async () => {
  const inviter = await createPlayer(app.deps);
  for (const make of ODD) {
    const player = await invite(app, inviter);
    await verify(app, player);
    await make(player, inviter);
    expect(await count(inviter)).toBe(await fullCount(inviter));
  }
  for (let at = 0; at < 5; at++) await inviteActive(app, inviter, { network: 'one network' });
  expect(await fullCount(inviter)).toBe(6);
  expect(await count(inviter)).toBe(6);
  expect([await count(inviter, 4), await count(inviter, 6), await count(inviter, 9)]).toEqual([4, 6, 6]);
  expect(await count(inviter, 0)).toBe(0);
});

test('C7 a payment counts no more players than the highest rank needs', async () => {
  const inviter = await createPlayer(app.deps);
  await verify(app, inviter);
  const player = await inviteActive(app, inviter);
  const { rows } = await app.pool.query<{ most: number }>(
    'SELECT max(from_referrals)::int AS most FROM referral_statuses',
  );
  const order = await pendingOrder(app, player);
  const statements = await recordStatements(() => applyPaymentEvent(app, order, 'paid'));
  const counts = statements.filter(({ text }) => text.includes(') counted'));
  expect(counts.map(({ values }) => values.at(-1))).toEqual([rows[0]!.most]);
});
