import type { OpenCaseReply } from '#/contract/cases.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import { giveCoupons } from '../../support/players/cabinet.ts';
import { createGuarded } from '../../support/access/authenticator.ts';
import { CAPTCHA, open, PASSWORD } from '../../support/app/factories.ts';
import { tie } from '../../support/players/gameLinks.ts';
import { storePasskey } from '../../support/access/passkeys.ts';
import { trustDevice } from '../../support/access/trustedDevices.ts';
import { bearerOf, browserOf, createMember, type Member } from '../../support/players/settings.ts';
import { giveCoins } from '../../support/players/shopping.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';
import { blockAccount } from '../../support/players/blocks.ts';

/** A caller who owns something of each kind that can belong to a player. */
export interface Actor {
  login: string;
  email: string;
  token: string;
  accountId: number;
  headers: Record<string, string>;
  otherSessionId: number;
  /** A trusted device. */
  deviceId: number;
  passkeyId: number;
  /** Case that only this actor has in stock. */
  caseId: number;
  couponId: number;
  /** A prize that the game can give, and one that is on its way there. */
  prizeId: number;
  deliveryNo: number;
  /** The draw of that coupon. */
  fair: OpenCaseReply['fair'];
  /** Public id of an order of this actor. */
  orderId: string;
  /** An unconfirmed link to a player of the game. */
  linkId: number;
}

async function equip(site: TestApp, member: Member, caseId: number): Promise<Actor> {
  const opened = await open(site, member, { case_id: caseId });
  const { coupons = [], fair } = opened.json<Partial<OpenCaseReply>>();
  const couponId = coupons[0]?.id;
  await site.pool.query('UPDATE coupons SET is_swap_available = true WHERE id = $1', [couponId]);
  await bearerOf(site, member.login);
  const { rows } = await site.pool.query<{ id: string }>(
    'SELECT max(id) AS id FROM sessions WHERE account_id = $1',
    [member.accountId],
  );
  if (!couponId || !fair) throw new Error(`no prize: ${opened.body}`);
  await giveCoins(site, member.accountId, 50);
  const service = { product_id: GOOD.serviceForCoins, product_type: 0, product_qty: 1 };
  const bought = await site.post('/api/v1/order/store-by-coin', service, member.headers);
  const { order: orderId } = bought.json<{ order: string }>();
  if (!orderId) throw new Error(`nothing was bought: ${bought.body}`);
  const [prizeId = 0, taken] = await giveCoupons(site, member, 2);
  await site.post('/api/v1/coupons/take', { ids: [taken] }, member.headers);
  const listed = await site.get('/api/v1/user/deliveries', member.headers);
  const deliveryNo =
    listed
      .json<{ deliveries: { id: number; isPrize: boolean }[] }>()
      .deliveries.find(({ isPrize }) => isPrize)?.id ?? 0;
  const otherSessionId = Number(rows[0]?.id);
  const deviceId = await trustDevice(site, member.accountId);
  const linkId = await tie(site, member.accountId);
  return {
    ...member,
    caseId,
    couponId,
    prizeId,
    deliveryNo,
    fair,
    orderId,
    linkId,
    otherSessionId,
    deviceId,
    passkeyId: await storePasskey(site, member.accountId),
  };
}

/** Creates a player with two live sessions, cases in stock and a prize that was not shown yet. */
export async function createActor(site: TestApp, caseId: number, isVerified = true): Promise<Actor> {
  return equip(site, await createMember(site, { isVerified, stock: { [caseId]: 8 } }), caseId);
}

/** Creates callers of every kind that has no live session, with the credentials they could still send. */
export async function createStrangers(site: TestApp): Promise<Record<string, Actor>> {
  const make = () => createActor(site, 2);
  const anonymous = { ...(await make()), headers: {} };
  const forged = { ...(await make()), headers: { authorization: `Bearer ${'f'.repeat(43)}` } };

  const blocked = await make();
  await blockAccount(site, blocked.accountId);

  const ended = await make();
  await site.post('/api/v1/auth/logout', undefined, ended.headers);

  const closed = await make();
  const payload = { password: PASSWORD };
  await site.inject({ method: 'DELETE', url: '/api/v1/user', headers: closed.headers, payload });

  const ticket = { ...(await make()) };
  const fetched = { 'sec-fetch-site': 'same-origin' };
  const signIn = { server: 'everest', login: ticket.login, password: PASSWORD, captcha: CAPTCHA };
  const late = await site.post('/api/v1/auth/login', signIn, fetched);
  ticket.headers = { authorization: `Bearer ${late.json<{ token: string }>().token}` };
  site.advanceMs(60_000);

  // the password was right and the code is missing: the caller sends back whatever the answer held
  const guarded = await createGuarded(site);
  const first = await site.post('/api/v1/auth/login', { ...signIn, login: guarded.login });
  const { token = '', needTwoFactor } = first.json<{ token?: string; needTwoFactor?: boolean }>();
  if (!needTwoFactor) throw new Error(`no code was asked for: ${first.body}`);
  const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const twoFaPending = { ...anonymous, headers: { authorization: `Bearer ${token}`, cookie } };

  // everything that a script in the page can read, sent from another browser
  const robbed = await make();
  const { cookies } = await browserOf(site, robbed.login);
  const handle = cookies.get(TOKEN_COOKIE) ?? '';
  const handleAlone = {
    ...robbed,
    headers: { authorization: `Bearer ${handle}`, cookie: `${TOKEN_COOKIE}=${handle}` },
  };
  const cookieAlone = { ...robbed, headers: { cookie: `oc_session=${cookies.get('oc_session')}` } };
  return { anonymous, forged, blocked, ended, closed, ticket, twoFaPending, handleAlone, cookieAlone };
}
