import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { PASSWORD } from '../../support/app/factories.ts';
import type { Act, Kind } from './mix.ts';
import { COIN_CASE, loginOf, type Scale, tokenOf } from './scale.ts';
import { type Reply, requestOf } from './wire.ts';

/** Who acts, and what they need for it. */
export interface Crowd {
  scale: Scale;
  draw: () => number;
  /** Makes the keys of effects differ between runs. */
  run: string;
  /** Solved puzzles by what they are for, made in advance: players solve them on their own machines. */
  captchas: Record<'signIn' | 'cart' | 'order', string[]>;
  /** Prizes that were won and can be exchanged, with the token of their winner. */
  prizes: { token: string; id: number }[];
  serial: number;
}

/** Sends a request as part of an act and notes its answer. @returns undefined unless it was good */
export type Ask = (kind: Kind, request: Buffer, good?: number) => Promise<Reply | undefined>;

const MOST_PRIZES = 5000;
const PAGES = ['/', '/uk', '/en', '/donate', '/uk/donate', '/en/donate'];
const SHARED = [
  '/api/donate-data',
  '/api/v1/goods?server=everest',
  '/api/v1/servers-statistic',
  '/api/v1/landing-data',
  '/api/one-rp/cases',
  '/api/one-rp/cases/show/1',
];
const OWN = [
  '/api/v1/user',
  '/api/v1/cases/user',
  '/api/v1/cases/user/7',
  '/api/v1/coupons/user/',
  '/api/v1/orders',
];

const oneOf = <T>({ draw }: Crowd, values: readonly T[]): T => values[Math.floor(draw() * values.length)]!;
const somebody = (crowd: Crowd) => tokenOf(Math.floor(crowd.draw() * crowd.scale.players));
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const jsonOf = ({ body }: Reply): unknown => JSON.parse(body.toString());

function effect(crowd: Crowd, token: string, path: string, body: object): Buffer {
  const key = `${crowd.run}-${crowd.serial++}`;
  return requestOf('POST', path, { ...bearer(token), [IDEMPOTENCY_HEADER]: key }, body);
}

/** A puzzle that is solved. The site makes one of its own all the same, as for a browser. */
async function solved(crowd: Crowd, ask: Ask, kind: Kind, action: keyof Crowd['captchas']) {
  if (!(await ask(kind, requestOf('GET', `/api/v1/captcha/challenge?action=${action}`)))) return undefined;
  const token = crowd.captchas[action].pop();
  if (token === undefined) throw new Error(`too few puzzles were solved for ${action}`);
  return token;
}

type Coupons = { coupons: { id: number; isSwapAvailable: boolean }[] };

async function openCases(crowd: Crowd, ask: Ask, path: string, more: object): Promise<void> {
  const token = somebody(crowd);
  const reply = await ask('open', effect(crowd, token, path, { case_id: COIN_CASE.caseId, ...more }));
  if (!reply) return;
  const { coupons } = jsonOf(reply) as Coupons;
  const ids = coupons.map(({ id }) => id);
  await ask('reveal', requestOf('POST', '/api/v1/cases/reveal', bearer(token), { ids }));
  for (const { id, isSwapAvailable } of coupons)
    if (isSwapAvailable && crowd.prizes.length < MOST_PRIZES) crowd.prizes.push({ token, id });
}

async function signIn(crowd: Crowd, ask: Ask): Promise<void> {
  const login = loginOf(1 + Math.floor(crowd.draw() * crowd.scale.accounts));
  const captcha = await solved(crowd, ask, 'signIn', 'signIn');
  if (captcha === undefined) return;
  const body = { server: 'everest', login, password: PASSWORD, captcha };
  await ask('signIn', requestOf('POST', '/api/v1/auth/login', {}, body));
}

/** Buys coins for euro: cart, order, and the press of the button on the page of the test payment system. */
async function pay(crowd: Crowd, ask: Ask): Promise<void> {
  const login = loginOf(1 + Math.floor(crowd.draw() * crowd.scale.accounts));
  const cartCaptcha = await solved(crowd, ask, 'pay', 'cart');
  if (cartCaptcha === undefined) return;
  const cart = { captcha: cartCaptcha, server: 'everest', login, product_type: 'one_coin', amount: 50 };
  const filled = await ask('pay', requestOf('POST', '/api/donate/cart', {}, cart));
  const captcha = filled && (await solved(crowd, ask, 'pay', 'order'));
  if (!filled || captcha === undefined) return;
  const headers = { cookie: filled.cookies };
  const placed = await ask('pay', requestOf('POST', '/api/donate/order', headers, { captcha }));
  if (!placed) return;
  const page = new URL((jsonOf(placed) as { url: string }).url).pathname;
  await ask('pay', requestOf('POST', page, {}, 'action=pay'), 303);
}

/** What each person who arrives does. */
export const ACTS: Readonly<Record<Act, (crowd: Crowd, ask: Ask) => Promise<unknown>>> = {
  visit: (crowd, ask) =>
    crowd.draw() < 0.5
      ? ask('page', requestOf('GET', oneOf(crowd, PAGES)))
      : ask('shared', requestOf('GET', oneOf(crowd, SHARED))),
  look: (crowd, ask) => ask('own', requestOf('GET', oneOf(crowd, OWN), bearer(somebody(crowd)))),
  open: (crowd, ask) => openCases(crowd, ask, '/api/v1/cases/open/', {}),
  openTen: (crowd, ask) => openCases(crowd, ask, '/api/v1/cases/open-multiple/', { count: 10 }),
  buy: (crowd, ask) => {
    const body = { product_id: COIN_CASE.goodId, product_type: 0, product_qty: 1 };
    return ask('buy', effect(crowd, somebody(crowd), '/api/v1/order/store-by-coin', body));
  },
  exchange: async (crowd, ask) => {
    const prize = crowd.prizes.shift();
    // nobody has won anything yet
    if (!prize) return openCases(crowd, ask, '/api/v1/cases/open/', {});
    return ask('exchange', effect(crowd, prize.token, '/api/v1/coupons/convert', { ids: [prize.id] }));
  },
  signIn,
  pay,
};
