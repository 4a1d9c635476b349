import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UserReply } from '#/contract/session.ts';
import { makeDiscount, type NewDiscount, stopDiscount } from '#/server/domain/pricing/discountCodes.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createBrowser } from '../../../support/app/browser.ts';
import { signUpForm } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { cartOf, coinForm, orderCart, saveCart } from '../../../support/players/carts.ts';

const HOUR_MS = 60 * 60_000;

let site: TestApp;
beforeEach(async () => {
  site = await createTestApp();
});
afterEach(() => site.close());

const make = (code: string, more: Partial<NewDiscount> = {}) =>
  withTx(site.pool, (tx) =>
    makeDiscount(tx, site.deps, { code, percentBasisPoints: 1000, ...more }, 'operator'),
  );
const register = (login: string, promo_code: string) =>
  site.post('/api/v1/auth/register', { ...signUpForm(login), promo_code });

/** Signs a player up with a code. */
async function newcomer(login: string, promo_code: string) {
  const reply = await register(login, promo_code);
  expect(reply.statusCode).toBe(200);
  const headers = { authorization: `Bearer ${reply.json<{ token: string }>().token}` };
  return {
    kept: async () => (await site.get('/api/v1/user', headers)).json<UserReply>().keptDiscountCode,
    cart: async () => cartOf(await saveCart(createBrowser(site), coinForm(login), { headers })),
  };
}

test('A10 a discount code of the sign-up applies by itself to the player’s carts, and is said', async () => {
  await make('NIGHT10');
  const { cart, kept } = await newcomer('Saver', 'NIGHT10');
  expect(await kept()).toBe('NIGHT10');
  const { discount_code, discount_cents, total_cents } = await cart();
  expect([discount_code, discount_cents, total_cents]).toEqual(['NIGHT10', 500, 4500]);
});

test('A10 it is for the first payment: afterwards carts are plain, also when that was refunded', async () => {
  await make('NIGHT10');
  const { cart, kept } = await newcomer('Saver', 'NIGHT10');
  await orderCart(site, (await cart()).id, 'expired');
  expect(await kept()).toBe('NIGHT10');
  const second = await cart();
  expect(second.discount_code).toBe('NIGHT10');
  await orderCart(site, second.id, 'refunded');
  expect(await kept()).toBeNull();
  expect((await cart()).discount_code).toBeNull();
});

test('A10 whoever buys for the player without being them neither gets it nor learns of it', async () => {
  await make('NIGHT10');
  await newcomer('Saver', 'NIGHT10');
  expect(cartOf(await saveCart(createBrowser(site), coinForm('Saver'))).discount_code).toBeNull();
});

test('A10 a code with a hyphen is found without it; one that is over or stopped is as unknown as any', async () => {
  await make('NIGHT-2026');
  await make('PAST', { endsAt: new Date(site.deps.now().getTime() + HOUR_MS) });
  await make('STOPPED');
  await withTx(site.pool, (tx) => stopDiscount(tx, site.deps, 'STOPPED'));
  const { kept } = await newcomer('Saver', 'NIGHT2026');
  expect(await kept()).toBe('NIGHT-2026');
  site.advanceMs(HOUR_MS);
  for (const code of ['PAST', 'STOPPED', 'NOSUCHCODE'])
    expect((await register(`Late${code}`, code)).json()).toMatchObject({
      errors: { promo_code: 'errorPromocode' },
    });
});

test('A10 the code of a player comes before a discount code of the same name', async () => {
  expect((await site.post('/api/v1/auth/register', signUpForm('Inviter'))).statusCode).toBe(200);
  const { rows } = await site.pool.query<{ code: string }>(
    `SELECT user_promo_code AS code FROM accounts WHERE login = 'Inviter'`,
  );
  const code = rows[0]?.code ?? '';
  await make(code);
  const { kept } = await newcomer('Friend', code);
  expect(await kept()).toBeNull();
});
