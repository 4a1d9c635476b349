import { randomBytes } from 'node:crypto';
import type { OpenCaseReply } from '#/contract/cases.ts';
import { CSRF_HEADER } from '#/contract/page.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import type { GameServerSettings } from '#/server/platform/config/gameServerSettings.ts';
import { createBrowser } from '../../support/app/browser.ts';
import { CAPTCHA, open, PASSWORD } from '../../support/app/factories.ts';
import type { ServedOperation } from '../../support/app/documented.ts';
import { giveCoupons } from '../../support/players/cabinet.ts';
import { deliveriesOf } from '../../support/players/deliveries.ts';
import { createMember, type Member } from '../../support/players/settings.ts';
import { giveCoins, order, type SavedCart, saveCart } from '../../support/players/shopping.ts';
import { storePasskey } from '../../support/access/passkeys.ts';
import { trustDevice } from '../../support/access/trustedDevices.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';
import type { Hints } from './schemaArbitrary.ts';

/** The sender of a request: a visitor, or a signed-in player. */
export const ROLES = ['anonymous', 'session'] as const;
export type Role = (typeof ROLES)[number];

const GAME_SERVER_KEY = 'key-of-the-fuzzed-server';

/** The settings of the site that is fuzzed: one server reports by heartbeat. */
export const FUZZ_GAME_SERVERS: GameServerSettings = {
  sources: new Map([['everest', { kind: 'heartbeat', key: GAME_SERVER_KEY }]]),
  intervalMs: 20_000,
  rageMpListUrl: 'http://127.0.0.1:1/',
};

/** The headers of each request, and values that mean something on the site. */
export interface Scene {
  headers: Record<string, string>;
  hints: Hints;
}

/** The scene of a player as somebody who knows all of it and has no session sees it. */
export const asVisitor = ({ visitorHeaders, hints }: PlayerScene): Scene => ({
  headers: visitorHeaders,
  hints,
});

export interface PlayerScene extends Scene {
  /** The headers without those of the session. */
  visitorHeaders: Record<string, string>;
}

/** Operations that end the session or the cart they are called with, so that the next request needs a new scene. */
export const DESTRUCTIVE = new Set([
  'signOut',
  'storeToken',
  'deleteAccount',
  'endSession',
  'endOtherSessions',
  'changePassword',
  'placeOrder',
  'twoFaSecret',
]);

/** Signing in or proving a password takes some 50 ms of a core. */
export const HASHING =
  /^(signIn|signUp|changePassword|changeEmail|deleteAccount|twoFa|newRecovery|resetPassword)/;

const NEW_PASSWORD = 'Verbolozy-77-quay';

/** Where the paths of the shop begin. */
const SHOP = '/api/donate';

const CART_OPERATIONS = new Set(['cart', 'useDiscount', 'dropDiscount', 'placeOrder']);

/** Creates a player with something of everything, and the headers with which an operation of the document is called. */
export async function createScene(
  site: TestApp,
  { operationId, method, path, security = [] }: ServedOperation,
): Promise<PlayerScene> {
  const owned = method === 'GET' ? await readerOf(site) : await ownSomething(site, path);
  const { player, takeable } = owned;
  const coupons = operationId === 'takeCoupons' ? takeable : owned.coupons;
  const shopping = path.startsWith(SHOP) ? owned.shopping : undefined;
  const visitorHeaders = CART_OPERATIONS.has(operationId) ? { ...shopping?.cart.headers } : {};
  const headers = { ...visitorHeaders, ...(await credentials(site, player, security)) };
  return { headers, visitorHeaders, hints: hintsOf({ ...owned, path, coupons, shopping }) };
}

const readers = new WeakMap<TestApp, ReturnType<typeof ownSomething>>();

/** One player for all operations that only read, because making a player costs more than they do. */
function readerOf(site: TestApp): ReturnType<typeof ownSomething> {
  const reader = readers.get(site) ?? ownSomething(site, SHOP);
  readers.set(site, reader);
  return reader;
}

/** Creates a player, and all that an operation with this path may be about. */
async function ownSomething(site: TestApp, path: string) {
  const player = await createMember(site, { stock: { 1: 40, 2: 120 } });
  await giveCoins(site, player.accountId, 5000);
  await site.pool.query('UPDATE case_items SET is_swap_available = true');
  const { coupons, fair } = (await open(site, player, { case_id: 1 })).json<OpenCaseReply>();
  const shopping = path.startsWith(SHOP) ? await goShopping(site, player) : undefined;
  const { rows } = await site.pool.query<{ code: string; session: string }>(
    `SELECT (SELECT user_promo_code FROM accounts WHERE id <> $1 ORDER BY id LIMIT 1) AS code,
       (SELECT max(id) FROM sessions WHERE account_id = $1) AS session`,
    [player.accountId],
  );
  const device = await trustDevice(site, player.accountId);
  const passkey = await storePasskey(site, player.accountId);
  const taken = await giveCoupons(site, player, 1);
  await site.post('/api/v1/coupons/take', { ids: taken }, player.headers);
  const deliveryNo = (await deliveriesOf(site, player.accountId)).at(-1)?.id;
  // the game does not take every prize that can be drawn
  const takeable = (await giveCoupons(site, player, 5)).map((id) => ({ id }));
  const shared = await site.post('/api/v1/coupons/share', { id: takeable[0]?.id }, player.headers);
  const prize = shared.json<{ code: string }>().code;
  return { player, coupons, takeable, fair, shopping, deliveryNo, device, passkey, prize, ...rows[0]! };
}

/** A cart in force, and an order that waits for its payment. */
async function goShopping(site: TestApp, player: Member): Promise<{ cart: SavedCart; orderId: string }> {
  const ordered = await order(site, await saveCart(site, player));
  const cart = await saveCart(site, player, { goods_id: GOOD.service, product_type: 'Services' });
  return { cart, orderId: ordered.json<{ order: string }>().order };
}

async function credentials(
  site: TestApp,
  player: Member,
  security: NonNullable<ServedOperation['security']>,
): Promise<Record<string, string>> {
  const schemes = new Set(security.flatMap((each) => Object.keys(each)));
  if (schemes.has('gameServerKey')) return { authorization: `Bearer ${GAME_SERVER_KEY}` };
  if (!schemes.has('csrfToken')) return player.headers;
  const browser = createBrowser(site);
  const page = await browser.send('GET', '/auth');
  const token = /name="csrf-token" content="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { [CSRF_HEADER]: token, cookie: `${cookie}; ${TOKEN_COOKIE}=${player.token}` };
}

interface Things {
  /** Path of the operation. */
  path: string;
  player: Member;
  coupons: { id: number }[];
  fair: OpenCaseReply['fair'];
  /** A prize on its way to the game. */
  deliveryNo: number | undefined;
  shopping: Awaited<ReturnType<typeof goShopping>> | undefined;
  code: string | null;
  session: string;
  /** A trusted device. */
  device: number;
  passkey: number;
  /** The code of a shared prize. */
  prize: string;
}

/** The id that an operation is about, as its path has it. */
function idOf({ path, coupons, fair, shopping, deliveryNo, session, device, passkey }: Things): string {
  if (path.includes('/fair/epochs/')) return fair.epochId;
  if (path.includes('/deliveries/')) return String(deliveryNo);
  if (path.includes('/coupons/')) return String(coupons[0]?.id);
  if (path.includes('/sessions/')) return session;
  if (path.includes('/devices/')) return String(device);
  if (path.includes('/passkeys/')) return String(passkey);
  return shopping?.orderId ?? '1';
}

function hintsOf(things: Things): Hints {
  const { path, player, coupons, fair, shopping, code, session, prize } = things;
  const fresh = `f${randomBytes(6).toString('hex')}`;
  const isNew = /\/(register|email)$/.test(path);
  const couponIds = coupons.map(({ id }) => id);
  const goods = Object.values(GOOD);
  return {
    server: ['everest'],
    login: isNew ? [fresh] : [player.login, player.email],
    email: isNew ? [`${fresh}@example.org`] : [player.email, `${fresh}@example.org`],
    password: [path.endsWith('/reset-password') ? NEW_PASSWORD : PASSWORD],
    old_password: [PASSWORD],
    password_confirmation: [path.endsWith('/reset-password') ? NEW_PASSWORD : PASSWORD],
    captcha: [CAPTCHA],
    verification_code: ['123456'],
    case_id: [1, 2, 3],
    caseId: ['1', '2', '999'],
    id: [...couponIds, idOf(things), '1', '2', session, ...couponIds.map(String)],
    prize: [prize],
    count: [5, '10'],
    ids: couponIds,
    goods_id: goods,
    product_id: goods,
    product_qty: [1, 2],
    amount: [50, 500],
    odds_hash: [fair.oddsHash],
    hash: [fair.oddsHash],
    epoch: [fair.epochId],
    nonce: ['0', '1'],
    before: ['2026-01-01', fair.epochId, '5'],
    commitment: [fair.commitment],
    clientSeed: ['of-the-player'],
    promo_code: code === null ? [] : [code],
    code: ['NIGHT10'],
    ...(path.includes('/passkeys/') && { name: ['Phone'] }),
    ...(shopping && { cart: [shopping.cart.cart.id], total_cents: [shopping.cart.cart.total_cents] }),
    payment_method_name: ['card'],
    token: [player.token, ''],
    page: ['1'],
    action: ['signIn'],
  };
}
