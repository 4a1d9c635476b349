import { LOCALES } from '#/contract/kernel/locale.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { PASSWORD } from '../../support/app/factories.ts';
import { GOOD } from '../../support/catalogue/testShop.ts';
import { solveCaptcha } from '../../support/services/solveCaptcha.ts';
import type { Customer, Unanswered } from './customers.ts';
import { type Answer, type Kind, type Request, send } from './requests.ts';

/** 5 euro, to which no tier adds a bonus. */
export const COINS_A_PAYMENT = 50;
export const COINS_A_PIECE = 20;
/** Codes of "try again": the only refusals that a bad night may cause. */
const TRY_AGAIN = new Set(['busy', 'readOnly', 'paymentUnavailable']);
/** Every such act repeats an earlier one instead, whose answer must be the same. */
const REPEAT_EVERY = 5;

/** The load and what it has seen. */
export interface Load {
  urls: readonly string[];
  answers: Answer[];
  /** What no fault excuses, in words. */
  wrong: string[];
  isOver: boolean;
}

type Effect = keyof Customer['unanswered'];

/** Sends a request and notes its answer. @returns undefined if it must be tried again, or is wrong */
async function ask(
  load: Load,
  site: number,
  kind: Kind,
  request: Request,
  { good = 200, onWrong = () => {} }: { good?: number; onWrong?: () => void } = {},
): Promise<Answer | undefined> {
  const answer = await send(load.urls, site, kind, request);
  load.answers.push(answer);
  if (answer.status === good) return answer;
  if (answer.status === 503 && TRY_AGAIN.has(answer.code ?? '')) return undefined;
  load.wrong.push(`${kind}: ${answer.status} ${answer.code ?? ''}`);
  onWrong();
  return undefined;
}

/** Carries out an effect under its key, or repeats the one that got no answer. */
async function effect(
  load: Load,
  site: number,
  customer: Customer,
  kind: Effect,
  known: ReadonlyMap<string, unknown>,
  request: (key: Unanswered) => Request,
): Promise<{ key: Unanswered; body: Answer['body'] } | undefined> {
  const serial = customer.serial++;
  const [earlier] = [...known.keys()].slice(-1);
  const isRepeat = serial % REPEAT_EVERY === 0 && earlier !== undefined;
  const key = (customer.unanswered[kind] ??= {
    key: isRepeat ? earlier : `failover-${kind}-${customer.at}-${serial}`,
  });
  const { headers = {}, ...rest } = request(key);
  const forget = () => delete customer.unanswered[kind];
  const keyed = { ...customer.player.headers, ...headers, [IDEMPOTENCY_HEADER]: key.key };
  const answer = await ask(load, site, kind, { ...rest, headers: keyed }, { onWrong: forget });
  if (!answer) return undefined;
  forget();
  return { key, body: answer.body };
}

function note<T>(load: Load, known: Map<string, T>, key: string, value: T): void {
  const before = known.get(key);
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(value))
    load.wrong.push(`${key} was answered otherwise before`);
  known.set(key, value);
}

/** Buys a piece of a case with coins. */
export async function buy(load: Load, site: number, customer: Customer): Promise<void> {
  const body = { product_id: GOOD.caseForCoins, product_type: 0, product_qty: 1 };
  const done = await effect(load, site, customer, 'buy', customer.bought, () => ({
    path: '/api/v1/order/store-by-coin',
    body,
  }));
  if (done) note(load, customer.bought, done.key.key, String(done.body['order']));
}

/** Opens a piece that was bought. */
export async function open(load: Load, site: number, customer: Customer): Promise<void> {
  const isInStock = customer.bought.size > customer.opened.size;
  if (!customer.unanswered.open && !isInStock) return;
  const done = await effect(load, site, customer, 'open', customer.opened, () => ({
    path: '/api/v1/cases/open/',
    body: { case_id: 1 },
  }));
  if (!done) return;
  const [{ id, isSwapAvailable }] = done.body['coupons'] as [{ id: number; isSwapAvailable: boolean }];
  note(load, customer.opened, done.key.key, { id, isSwapAvailable });
}

/** Exchanges a prize for coins. */
export async function exchange(load: Load, site: number, customer: Customer): Promise<void> {
  const { opened, exchanged, unanswered } = customer;
  const spent = new Set([...exchanged.values()].map(({ coupon }) => coupon));
  const fresh = [...opened.values()].find(({ id, isSwapAvailable }) => isSwapAvailable && !spent.has(id))?.id;
  if (!unanswered.exchange && fresh === undefined) return;
  const done = await effect(load, site, customer, 'exchange', exchanged, (open) => {
    open.coupon ??= exchanged.get(open.key)?.coupon ?? fresh!;
    return { path: '/api/v1/coupons/convert', body: { ids: [open.coupon] } };
  });
  if (done)
    note(load, exchanged, done.key.key, { coupon: done.key.coupon!, paid: Number(done.body['paid']) });
}

async function captcha(load: Load, site: number, action: string): Promise<string | undefined> {
  const challenge = await ask(load, site, 'help', {
    method: 'GET',
    path: `/api/v1/captcha/challenge?action=${action}`,
  });
  return challenge && solveCaptcha(challenge.body);
}

/** Signs in with the password. A session whose answer was lost is nobody's. */
export async function signIn(load: Load, site: number, customer: Customer): Promise<void> {
  const solved = await captcha(load, site, 'signIn');
  if (solved === undefined) return;
  const answer = await ask(load, site, 'signIn', {
    path: '/api/v1/auth/login',
    body: { server: 'everest', login: customer.login, password: PASSWORD, captcha: solved },
  });
  if (!answer) return;
  const token = String(answer.body['token']);
  customer.tokens.push(token);
  // an account has ten sessions: the next sign-ins end the one that the customer began with
  customer.player.headers = { authorization: `Bearer ${token}` };
}

/** Makes one step of a purchase of coins for euro: cart, order, payment. */
export async function pay(load: Load, site: number, customer: Customer): Promise<void> {
  const { order, cart } = customer;
  if (order) {
    // the page of the test payment system answers a press of its button with the way back to the shop
    const form = { path: order.page, body: 'action=pay' };
    const forget = () => delete customer.order;
    if (!(await ask(load, site, 'pay', form, { good: 303, onWrong: forget }))) return;
    forget();
    customer.paid.push(order.id);
    return;
  }
  const token = await captcha(load, site, cart === undefined ? 'cart' : 'order');
  if (token === undefined) return;
  if (cart === undefined) await fillCart(load, site, customer, token);
  else await placeOrder(load, site, customer, cart, token);
}

async function fillCart(load: Load, site: number, customer: Customer, token: string): Promise<void> {
  const body = {
    captcha: token,
    server: 'everest',
    login: customer.login,
    product_type: 'one_coin',
    amount: COINS_A_PAYMENT,
  };
  const answer = await ask(load, site, 'cart', { path: '/api/donate/cart', body });
  if (answer) customer.cart = answer.cookie;
}

async function placeOrder(
  load: Load,
  site: number,
  customer: Customer,
  cookie: string,
  token: string,
): Promise<void> {
  const forget = () => delete customer.cart;
  const request = { path: '/api/donate/order', body: { captcha: token }, headers: { cookie } };
  const answer = await ask(load, site, 'order', request, { onWrong: forget });
  if (!answer) return;
  forget();
  customer.order = { id: String(answer.body['order']), page: new URL(String(answer.body['url'])).pathname };
}

const SHOWN = ['/api/v1/goods?server=everest', '/api/donate-data', '/api/one-rp/cases/show/1'];

/** Looks at the own cases, and at what the shop shows to everybody. Neither needs a commit. */
export async function look(load: Load, site: number, { player, at }: Customer): Promise<void> {
  await ask(load, site, 'look', { method: 'GET', path: '/api/v1/cases/user', headers: player.headers });
  const headers = { 'accept-language': LOCALES[at % LOCALES.length]! };
  for (const path of SHOWN) await ask(load, site, 'show', { method: 'GET', path, headers });
}
