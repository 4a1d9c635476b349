import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, createBrowser } from '../../../support/app/browser.ts';
import { cartOf, coinForm, goodForm, refusalOf, saveCart, showCart } from '../../../support/players/carts.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { blockAccount } from '../../../support/players/blocks.ts';

let site: TestApp;
let member: Member;
let visitor: Browser;
beforeAll(async () => {
  site = await createTestApp();
  member = await createMember(site);
});
beforeEach(() => {
  visitor = createBrowser(site);
});
afterAll(() => site.close());

const masked = ({ login }: Member) => `${login.at(0)}•••${login.at(-1)}`;

describe('a cart', () => {
  test('S9 S11 of a visitor says what is bought, for whom and for how much', async () => {
    const reply = await saveCart(visitor, coinForm(member.login));
    expect(cartOf(reply)).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      product_type: 'one_coin',
      goods_id: null,
      case_id: null,
      account: masked(member),
      server: 'everest',
      server_name: 'Эверест',
      product: 'Таб 1',
      image: 'items/tier-1',
      product_qty: 1,
      amount: 500,
      bonus_qty: 50,
      currency_code: 'EUR',
      price_cents: 5000,
      discount_cents: 0,
      total_cents: 5000,
      total_coins: 0,
      discount_code: null,
      payment_method_name: null,
      expires_at: new Date(site.deps.now().getTime() + 3_600_000).toISOString(),
      is_at_once: true,
      purpose: null,
    });
    expect(cartOf(await showCart(visitor))).toEqual(cartOf(reply));
    expect(cartOf(await showCart(visitor, { 'accept-language': 'en' }))).toMatchObject({
      product: 'One Coins',
      server_name: 'Everest',
    });
  });

  test('S8 S9 of goods counts the pieces', async () => {
    const cart = cartOf(await saveCart(visitor, goodForm(member.login, GOOD.premium, { product_qty: 3 })));
    expect(cart).toMatchObject({
      product_type: 'Premium',
      goods_id: GOOD.premium,
      product: 'Товар 11',
      product_qty: 3,
      amount: 0,
      bonus_qty: 0,
      total_cents: 4047,
    });
    const cases = goodForm(member.login, GOOD.fiveCases, { product_type: 'casesItem' });
    expect(cartOf(await saveCart(visitor, cases))).toMatchObject({
      case_id: 1,
      product: 'Кейс 1 · Товар 102',
      total_cents: 900,
    });
  });

  test('belongs to an HttpOnly cookie of which only the hash is kept', async () => {
    const reply = await saveCart(visitor, coinForm(member.login));
    expect(reply.headers['set-cookie']).toMatch(
      /^oc_cart=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const secret = visitor.cookies.get('oc_cart') ?? '';
    const hash = createHash('sha256').update(secret).digest();
    const { rows } = await site.pool.query('SELECT * FROM carts WHERE token_hash = $1', [hash]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('has a cookie for https that no other host can set', async () => {
    const secure = await createTestApp({ config: { isHttps: true } });
    const { login } = await createMember(secure);
    const browser = createBrowser(secure);
    const reply = await saveCart(browser, coinForm(login));
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-oc_cart=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await showCart(browser)).statusCode).toBe(200);
    await secure.close();
  });

  test('S11 is in force until a newer one of its browser takes its place', async () => {
    await saveCart(visitor, coinForm(member.login));
    const cookie = visitor.cookies.get('oc_cart');
    const newer = cartOf(await saveCart(visitor, coinForm(member.login, { amount: 60 })));
    expect(visitor.cookies.get('oc_cart')).toBe(cookie);
    expect(cartOf(await showCart(visitor))).toEqual(newer);
    const other = createBrowser(site);
    await saveCart(other, coinForm(member.login, { amount: 70 }));
    expect(cartOf(await showCart(visitor)).amount).toBe(60);
  });

  test('S11 that is not there is not found, whatever the cookie says', async () => {
    const notFound = [404, 'cartNotFound'];
    expect(refusalOf(await showCart(visitor))).toEqual(notFound);
    for (const forged of ['x', 'a'.repeat(43), '%00']) {
      visitor.cookies.set('oc_cart', forged);
      expect(refusalOf(await showCart(visitor))).toEqual(notFound);
    }
  });

  test('keeps a payment method that is offered, and no other', async () => {
    const kept = async (payment_method_name: string) =>
      cartOf(await saveCart(visitor, coinForm(member.login, { payment_method_name }))).payment_method_name;
    expect(await kept('card')).toBe('card');
    expect(await kept('abacus')).toBeNull();
  });
});

describe('S15 whom it is for', () => {
  const NOT_FOUND = [422, 'accountNotFound', { login: 'accountNotFound' }];

  test('is found by login or confirmed e-mail, in any case of the letters', async () => {
    for (const name of [
      member.login,
      member.login.toUpperCase(),
      member.email,
      ` ${member.email.toUpperCase()} `,
    ])
      expect(cartOf(await saveCart(visitor, coinForm(name))).account).toBe(masked(member));
  });

  test('is refused at its field where there is no such player', async () => {
    for (const name of ['nobody', 'nobody@example.org', `${member.login}%`])
      expect(refusalOf(await saveCart(visitor, coinForm(name)))).toEqual(NOT_FOUND);
    expect(refusalOf(await saveCart(visitor, coinForm(member.login, { server: 'fuji' })))).toEqual(NOT_FOUND);
    expect(refusalOf(await saveCart(visitor, coinForm(member.login, { server: 'atlantis' })))).toEqual([
      422,
      'serverRequired',
      { server: 'serverRequired' },
    ]);
    expect(refusalOf(await saveCart(visitor, coinForm('')))).toEqual([
      400,
      'badRequest',
      { login: 'accountRequired' },
    ]);
  });

  test.each(['blocked', 'closed'])('is refused where the account is %s, also afterwards', async (status) => {
    const gone = await createMember(site);
    await saveCart(visitor, coinForm(gone.login));
    if (status === 'blocked') await blockAccount(site, gone.accountId, 'buy');
    else await site.pool.query('UPDATE accounts SET status = $2 WHERE id = $1', [gone.accountId, status]);
    expect(refusalOf(await saveCart(visitor, coinForm(gone.login)))).toEqual(NOT_FOUND);
    expect(refusalOf(await showCart(visitor))).toEqual([422, 'accountNotFound']);
  });

  test('is not found by an e-mail that nobody confirmed, but by its own player', async () => {
    const fresh = await createMember(site, { isVerified: false });
    expect(refusalOf(await saveCart(visitor, coinForm(fresh.email)))).toEqual([
      422,
      'accountNotFound',
      { login: 'accountNotFound' },
    ]);
    expect(cartOf(await saveCart(visitor, coinForm(fresh.login))).account).toBe(masked(fresh));
    const own = await saveCart(visitor, coinForm(fresh.email), { headers: fresh.headers });
    expect(cartOf(own).account).toBe(fresh.login);
  });

  test('signed in is oneself, and shown in full', async () => {
    const { headers } = member;
    for (const name of [member.login, member.email])
      expect(cartOf(await saveCart(visitor, coinForm(name), { headers })).account).toBe(member.login);
    expect(cartOf(await showCart(visitor, headers)).account).toBe(member.login);
    expect(cartOf(await showCart(visitor)).account).toBe(masked(member));
    const other = await createMember(site);
    expect(refusalOf(await saveCart(visitor, coinForm(other.login), { headers }))).toEqual(NOT_FOUND);
    const elsewhere = coinForm(member.login, { server: 'fuji' });
    expect(refusalOf(await saveCart(visitor, elsewhere, { headers }))).toEqual(NOT_FOUND);
    const { rows } = await site.pool.query('SELECT DISTINCT buyer_id FROM carts WHERE account_id = $1', [
      member.accountId,
    ]);
    expect(rows).toContainEqual({ buyer_id: String(member.accountId) });
  });

  test('of somebody else is masked for a signed-in player, too', async () => {
    await saveCart(visitor, coinForm(member.login));
    const other = await createMember(site);
    expect(cartOf(await showCart(visitor, other.headers)).account).toBe(masked(member));
  });
});
